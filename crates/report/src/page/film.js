// The whole cycle as one file: an animated PNG, which every browser, viewer and slide shows.

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

/** A chunk of a PNG: length, name, content, checksum. */
function chunk(name, content) {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = name.charCodeAt(i);
  bytes.set(content, 8);
  let crc = 0xffffffff;
  for (let i = 4; i < 8 + content.length; i++) crc = CRC[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  view.setUint32(8 + content.length, (crc ^ 0xffffffff) >>> 0);
  return bytes;
}

/** The pixels of a canvas as PNG packs them: rows of colours, each less that of its left neighbour, in a zlib stream. */
async function packPixels(context, width, height) {
  const { data } = context.getImageData(0, 0, width, height);
  const rows = new Uint8Array(height * (1 + 3 * width));
  let k = 0;
  for (let y = 0, i = 0; y < height; y++) {
    rows[k++] = 1;
    let [r, g, b] = [0, 0, 0];
    for (let x = 0; x < width; x++, i += 4) {
      rows[k++] = data[i] - r;
      rows[k++] = data[i + 1] - g;
      rows[k++] = data[i + 2] - b;
      [r, g, b] = [data[i], data[i + 1], data[i + 2]];
    }
  }
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** An animated PNG of pictures that `draw(i)` makes one after the other, each shown for `milliseconds`. */
async function animatedPng(count, milliseconds, draw) {
  const numbers = (...pairs) => {
    const bytes = new Uint8Array(pairs.reduce((sum, [size]) => sum + size, 0));
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const [size, value] of pairs) {
      if (size === 4) view.setUint32(at, value);
      else if (size === 2) view.setUint16(at, value);
      else view.setUint8(at, value);
      at += size;
    }
    return bytes;
  };
  const parts = [Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)];
  let order = 0;
  for (let i = 0; i < count; i++) {
    const { context, width, height } = await draw(i);
    if (!i) {
      parts.push(chunk("IHDR", numbers([4, width], [4, height], [1, 8], [1, 2], [1, 0], [1, 0], [1, 0])));
      parts.push(chunk("acTL", numbers([4, count], [4, 0])));
    }
    parts.push(chunk("fcTL", numbers([4, order++], [4, width], [4, height], [4, 0], [4, 0], [2, milliseconds], [2, 1000], [1, 0], [1, 0])));
    const packed = await packPixels(context, width, height);
    if (!i) parts.push(chunk("IDAT", packed));
    else {
      const content = new Uint8Array(4 + packed.length);
      new DataView(content.buffer).setUint32(0, order++);
      content.set(packed, 4);
      parts.push(chunk("fdAT", content));
    }
  }
  parts.push(chunk("IEND", new Uint8Array(0)));
  return new Blob(parts, { type: "image/png" });
}

/** The film of a viewer: up to fifty instants of its cycle in five seconds. */
async function filmOf(viewer, title, tell) {
  const before = viewer.frame;
  const frames = viewer.surface.frames;
  const count = Math.min(50, frames);
  viewer.stop();
  try {
    return await animatedPng(count, Math.round(5000 / count), async (i) => {
      tell?.(`Film ${Math.round((100 * (i + 1)) / count)} %`);
      viewer.show(Math.floor((i * frames) / count));
      return pictureOf(viewer, title, 1);
    });
  } finally {
    viewer.show(before);
  }
}
