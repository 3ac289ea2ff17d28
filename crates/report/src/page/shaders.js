// The programs of the graphics card: where a corner lies, and which colour a pixel has. The same rules as in `raster.js`.

const CORNER_SHADER = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
uniform usampler2D corners;
uniform usampler2D cells;
uniform sampler2D points;
uniform sampler2D normals;
uniform sampler2D values;
uniform vec3 right, up, toward, middle;
uniform vec2 shift, size;
uniform float scale, reach;
uniform vec4 cut;
uniform int mode; // 0 bare, 1 between corners, 2 of the nearest corner, 3 of the cell
out vec3 share;
out float light, beyond, depth;
flat out vec3 codes;
flat out uint triangle;

ivec2 at(uint i, int width) { return ivec2(int(i) % width, int(i) / width); }
uint corner(uint i) { return texelFetch(corners, at(i, textureSize(corners, 0).x), 0).r; }
float code(uint i) { return texelFetch(values, at(i, textureSize(values, 0).x), 0).r; }

void main() {
  triangle = uint(gl_VertexID) / 3u;
  uint k = uint(gl_VertexID) % 3u;
  uvec3 all = uvec3(corner(3u * triangle), corner(3u * triangle + 1u), corner(3u * triangle + 2u));
  uint own = k == 0u ? all.x : k == 1u ? all.y : all.z;
  share = vec3(k == 0u, k == 1u, k == 2u);
  codes = vec3(0.0);
  if (mode == 1 || mode == 2) codes = vec3(code(all.x), code(all.y), code(all.z));
  if (mode == 3) codes = vec3(code(texelFetch(cells, at(triangle, textureSize(cells, 0).x), 0).r));
  vec3 place = texelFetch(points, at(own, textureSize(points, 0).x), 0).xyz;
  vec3 n = texelFetch(normals, at(own, textureSize(normals, 0).x), 0).xyz;
  n = vec3(dot(n, right), dot(n, up), dot(n, toward));
  light = 0.25 + 0.75 * max(0.0, (n.z < 0.0 ? -1.0 : 1.0) * dot(n, vec3(-0.35, 0.45, 0.82)));
  beyond = dot(cut.xyz, place) - cut.w;
  vec3 p = place - middle;
  vec2 seen = shift + scale * vec2(dot(p, right), -dot(p, up));
  depth = scale * dot(p, toward);
  gl_Position = vec4(2.0 * seen.x / size.x - 1.0, 1.0 - 2.0 * seen.y / size.y, -depth / reach, 1.0);
}`;

const COLOUR_SHADER = `#version 300 es
precision highp float;
precision highp int;
in vec3 share;
in float light, beyond, depth;
flat in vec3 codes;
flat in uint triangle;
uniform sampler2D colours; // the bare surface, then the bands
uniform int mode;
uniform bool cutting;
uniform float front, zero, bare, alpha;
uniform vec2 band; // band = x + y * code
uniform int bands;
out vec4 colour;

void main() {
  if (cutting && beyond > 0.0) discard;
  bool behind = gl_FrontFacing == (front > 0.0);
  float value = codes.x;
  if (mode == 1) value = dot(share, codes);
  if (mode == 2) value = share.x >= share.y && share.x >= share.z ? codes.x : share.y >= share.z ? codes.y : codes.z;
  bool none = mode == 0 || bands == 0 || (mode == 1 ? abs(value - zero) < bare : value == zero || value == 65535.0);
  int index = none ? 0 : 1 + clamp(int(floor(band.x + band.y * value)), 0, bands - 1);
  vec3 rgb = texelFetch(colours, ivec2(index, 0), 0).rgb;
  vec3 neutral = texelFetch(colours, ivec2(0, 0), 0).rgb;
  if (behind) rgb = 0.35 * rgb + 0.5 * neutral;
  float lit = clamp(light, 0.0, 1.0);
  colour = vec4(alpha * rgb * (index > 0 ? 0.8 + 0.2 * lit : 0.5 + 0.5 * lit), alpha);
}`;

const FINDING_SHADER = `#version 300 es
precision highp float;
precision highp int;
in vec3 share;
in float light, beyond, depth;
flat in vec3 codes;
flat in uint triangle;
uniform bool cutting;
out uvec4 found;

void main() {
  if (cutting && beyond > 0.0) discard;
  found = uvec4(triangle + 1u, floatBitsToUint(depth), floatBitsToUint(share.y), floatBitsToUint(share.z));
}`;
