const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const padded = (length: number) => (length + 3) & ~3;

/** A GLB of this description and these bytes, right or wrong. */
export function glbOf(json: unknown, binary: Uint8Array = new Uint8Array(0)): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonBytes = padded(text.length);
  const bytes = new Uint8Array(28 + jsonBytes + padded(binary.length));
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, jsonBytes, JSON_CHUNK].forEach((word, i) => {
    view.setUint32(i * 4, word, true);
  });
  bytes.fill(0x20, 20, 20 + jsonBytes);
  bytes.set(text, 20);
  view.setUint32(20 + jsonBytes, padded(binary.length), true);
  view.setUint32(24 + jsonBytes, BINARY_CHUNK, true);
  bytes.set(binary, 28 + jsonBytes);
  return bytes;
}

/** What a GLB holds: its description, and its bytes. */
export function partsOfGlb<T>(glb: Uint8Array): { json: T; binary: Uint8Array } {
  const jsonBytes = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return {
    json: JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonBytes))),
    binary: glb.subarray(28 + jsonBytes),
  };
}
