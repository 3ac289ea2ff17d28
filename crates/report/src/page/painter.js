// The surface drawn by the graphics card (WebGL 2): geometry is sent once, a frame is one array of values and one draw call.

const WIDEST = 2048; // width of the textures that hold arrays
const FINDING = 360; // pixels across of the picture in which places are found

class Painter {
  /** A painter, or null where the browser or the machine has no WebGL 2. */
  static make(surface, normals) {
    if (!surface.cellOf.length) return null;
    const canvas = document.createElement("canvas");
    const gl = canvas.getContext("webgl2", { alpha: true, antialias: true, preserveDrawingBuffer: true, powerPreference: "high-performance" });
    if (!gl || gl.isContextLost()) return null;
    // Without a card the processor would imitate one: the plain canvas, which draws anew only what has changed, is faster.
    const card = gl.getExtension("WEBGL_debug_renderer_info");
    const name = String(gl.getParameter(card ? card.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    if (/swiftshader|llvmpipe|software|basic render/i.test(name) && !window.synoviaAnyCard) return null;
    try {
      return new Painter(gl, surface, normals);
    } catch {
      // A driver that promises more than it holds: the plain canvas draws instead.
      gl.getExtension("WEBGL_lose_context")?.loseContext();
      return null;
    }
  }

  constructor(gl, surface, normals) {
    Object.assign(this, { gl, surface, canvas: gl.canvas, width: 0, height: 0, bytes: 0, calls: 0 });
    this.triangles = surface.triangles;
    this.cellOf = surface.cellOf;
    this.colouring = this.link(CORNER_SHADER, COLOUR_SHADER);
    this.searching = this.link(CORNER_SHADER, FINDING_SHADER);
    this.corners = this.keep(surface.triangles, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, 1);
    this.cells = this.keep(surface.cellOf, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, 1);
    this.points = this.keep(padded(surface.points), gl.RGBA32F, gl.RGBA, gl.FLOAT, 4);
    this.normals = this.keep(padded(normals), gl.RGBA32F, gl.RGBA, gl.FLOAT, 4);
    this.values = { texture: null, length: -1 };
    this.palette = gl.createTexture();
    this.bare = gl.createVertexArray();
    this.target = null;
    canvasLost(this);
  }

  link(vertex, fragment) {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) || "no program");
    const places = new Map();
    return { program, place: (name) => (places.has(name) ? places.get(name) : places.set(name, gl.getUniformLocation(program, name)).get(name)) };
  }

  /** An array as a texture that shaders index. */
  keep(array, inside, format, type, parts, texture) {
    const { gl } = this;
    const count = array.length / parts;
    const width = Math.max(1, Math.min(WIDEST, count));
    const height = Math.max(1, Math.ceil(count / width));
    if (height > gl.getParameter(gl.MAX_TEXTURE_SIZE)) throw new Error("too large for a texture");
    let whole = array;
    if (width * height * parts !== array.length) {
      whole = new array.constructor(width * height * parts);
      whole.set(array);
    }
    const made = texture ?? gl.createTexture();
    gl.activeTexture(gl.TEXTURE7);
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texImage2D(gl.TEXTURE_2D, 0, inside, width, height, 0, format, type, whole);
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST);
    this.bytes += whole.byteLength;
    return made;
  }

  /** The same cells at other places. */
  move(surface, normals) {
    const { gl } = this;
    this.bytes -= 8 * surface.points.length;
    this.points = this.keep(padded(surface.points), gl.RGBA32F, gl.RGBA, gl.FLOAT, 4, this.points);
    this.normals = this.keep(padded(normals), gl.RGBA32F, gl.RGBA, gl.FLOAT, 4, this.normals);
  }

  resize(width, height) {
    if (width === this.width && height === this.height) return;
    Object.assign(this, { width, height });
    Object.assign(this.canvas, { width, height });
  }

  /** The view has changed: what is where must be found anew when somebody asks. */
  cover(viewer) {
    this.viewer = viewer;
    this.found = null;
  }

  /** Sets what both programs need. */
  look(program, factor, mode, shape = this, eye = this.viewer) {
    const { gl, viewer } = this;
    const { place } = program;
    gl.useProgram(program.program);
    gl.bindVertexArray(this.bare);
    const textures = { corners: shape.corners, cells: this.cells, points: shape.points, normals: shape.normals, values: this.values.texture ?? shape.points, colours: this.palette };
    Object.entries(textures).forEach(([name, texture], unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.uniform1i(place(name), unit);
    });
    const [right, up, toward] = eye.axes;
    gl.uniform3fv(place("right"), right);
    gl.uniform3fv(place("up"), up);
    gl.uniform3fv(place("toward"), toward);
    gl.uniform3fv(place("middle"), eye.middle);
    gl.uniform2f(place("shift"), viewer.shift[0] * factor, viewer.shift[1] * factor);
    gl.uniform2f(place("size"), this.width * factor, this.height * factor);
    gl.uniform1f(place("scale"), viewer.scale * factor);
    gl.uniform1f(place("reach"), viewer.scale * factor * viewer.size * 3);
    gl.uniform1i(place("cutting"), eye.cut ? 1 : 0);
    gl.uniform4fv(place("cut"), eye.cut ?? [0, 0, 0, 0]);
    gl.uniform1i(place("mode"), mode);
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
  }

  /** Draws a field at a frame; says what was drawn. */
  paint(surface, field, frame, smooth, scale) {
    const { gl, viewer } = this;
    const mode = !field ? 0 : smooth ? 1 : field.on_points ? 2 : 3;
    let sum = 2166136261;
    if (field) {
      const codes = mode === 1 ? surface.cornerCodes(field, frame) : new Float32Array(surface.codes(field, frame));
      this.send(codes);
      for (let i = 0; i < codes.length; i++) sum = Math.imul(sum ^ codes[i], 16777619);
    }
    const colours = field ? field.colours : [];
    this.dye(colours);
    this.look(this.colouring, 1, mode);
    const { place } = this.colouring;
    gl.uniform1f(place("front"), viewer.front);
    gl.uniform1f(place("alpha"), 1);
    gl.uniform1i(place("bands"), colours.length);
    if (field && colours.length) {
      const { first, width } = scale;
      gl.uniform1f(place("zero"), field.zero);
      gl.uniform1f(place("bare"), 0.01 * NO_VALUE * scale.share);
      gl.uniform2f(place("band"), (field.low - first) / width, field.step / width);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, this.width, this.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.drawArrays(gl.TRIANGLES, 0, 3 * this.cellOf.length);
    this.calls++;
    if (viewer.ball && viewer.moving?.hasShape) this.paintPart(viewer.moving, frame);
    for (const x of [...viewer.axes.flat(), viewer.zoom, scale?.share ?? 1, mode, this.width, ...(viewer.cut ?? [])]) sum = Math.imul(sum ^ (1e6 * x), 16777619);
    return (sum >>> 0).toString(16);
  }

  /** The part over what was painted: its depth first, then its nearest layer, half transparent. */
  paintPart(moving, frame) {
    const { gl, viewer } = this;
    this.part ??= {
      corners: this.keep(moving.triangles, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, 1),
      points: this.keep(padded(moving.points), gl.RGBA32F, gl.RGBA, gl.FLOAT, 4),
      normals: this.keep(padded(moving.normal), gl.RGBA32F, gl.RGBA, gl.FLOAT, 4),
    };
    // Seen from its own axes it stands still, and the onlooker moves.
    this.look(this.colouring, 1, 0, this.part, moving.eye(viewer, frame));
    gl.uniform1f(this.colouring.place("alpha"), VEIL);
    gl.colorMask(false, false, false, false);
    gl.drawArrays(gl.TRIANGLES, 0, moving.triangles.length);
    gl.colorMask(true, true, true, true);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LEQUAL);
    gl.drawArrays(gl.TRIANGLES, 0, moving.triangles.length);
    gl.depthFunc(gl.LESS);
    gl.disable(gl.BLEND);
    this.calls += 2;
  }

  /** The values of one frame: the only array that travels when time goes on. */
  send(codes) {
    const { gl, values } = this;
    if (values.length !== codes.length) {
      this.bytes -= values.length > 0 ? 4 * values.length : 0;
      values.texture = this.keep(codes, gl.R32F, gl.RED, gl.FLOAT, 1, values.texture ?? undefined);
      values.length = codes.length;
      return;
    }
    const width = Math.min(WIDEST, codes.length);
    const rows = Math.floor(codes.length / width);
    gl.activeTexture(gl.TEXTURE7);
    gl.bindTexture(gl.TEXTURE_2D, values.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, rows, gl.RED, gl.FLOAT, codes, 0);
    const rest = codes.length - rows * width;
    if (rest) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, rows, rest, 1, gl.RED, gl.FLOAT, codes, rows * width);
  }

  dye(colours) {
    const key = colours.join();
    if (key === this.dyed) return;
    this.dyed = key;
    const { gl } = this;
    const bands = [NEUTRAL, ...colours.map((c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16)))];
    const bytes = Uint8Array.from(bands.flatMap((rgb) => [...rgb, 255]));
    gl.activeTexture(gl.TEXTURE7);
    gl.bindTexture(gl.TEXTURE_2D, this.palette);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, bands.length, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST);
  }

  /** Which triangle is seen where, in a small picture that is read back once a view. */
  find() {
    if (this.found) return this.found;
    const { gl } = this;
    const factor = Math.min(1, FINDING / this.width);
    const width = Math.max(1, Math.round(this.width * factor)), height = Math.max(1, Math.round(this.height * factor));
    if (this.target?.width !== width || this.target?.height !== height) {
      if (this.target) gl.deleteFramebuffer(this.target.buffer);
      const buffer = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
      const [ids, depth] = [gl.createRenderbuffer(), gl.createRenderbuffer()];
      gl.bindRenderbuffer(gl.RENDERBUFFER, ids);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA32UI, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, ids);
      gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
      this.target = { buffer, width, height };
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.buffer);
    gl.viewport(0, 0, width, height);
    gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.look(this.searching, factor, 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3 * this.cellOf.length);
    const pixels = new Uint32Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, pixels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    this.found = { width, height, factor, pixels, shares: new Float32Array(pixels.buffer) };
    return this.found;
  }

  pixel(x, y) {
    const found = this.find();
    const column = Math.floor(x * found.factor), row = found.height - 1 - Math.floor(y * found.factor);
    if (column < 0 || row < 0 || column >= found.width || row >= found.height) return -1;
    const at = 4 * (row * found.width + column);
    return found.pixels[at] ? at : -1;
  }

  /** Depth of what is seen at a pixel. */
  depthAt(x, y) {
    const at = this.pixel(x, y);
    return at < 0 ? -Infinity : this.found.shares[at + 1] / this.found.factor;
  }

  placeAt(x, y, field) {
    const at = this.pixel(x, y);
    if (at < 0) return -1;
    const { pixels, shares } = this.found;
    const triangle = pixels[at] - 1;
    if (!field?.on_points) return this.cellOf[triangle];
    const v = shares[at + 2], w = shares[at + 3], u = 1 - v - w;
    return this.triangles[3 * triangle + (u >= v && u >= w ? 0 : v >= w ? 1 : 2)];
  }

  /** Gives everything back: a browser has few contexts. */
  release() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

/** Triples as quadruples. */
function padded(triples) {
  const quadruples = new Float32Array((triples.length / 3) * 4);
  for (let i = 0, k = 0; i < triples.length; i += 3, k += 4) quadruples.set(triples.subarray(i, i + 3), k);
  return quadruples;
}

/** A context that the machine takes away is replaced by the plain canvas. */
function canvasLost(painter) {
  painter.canvas.addEventListener("webglcontextlost", () => painter.onlost?.());
}
