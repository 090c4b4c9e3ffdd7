/** `glTF`, with which a GLB file begins. */
export const GLTF = 0x46546c67;
export const GLTF_VERSION = 2;
/** Up to the JSON in it: the head of the file, and that of its first chunk. */
export const HEAD_BYTES = 20;
export const JSON_CHUNK = 0x4e4f534a;
export const BINARY_CHUNK = 0x004e4942;
