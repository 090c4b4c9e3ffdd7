declare module 'gltf-validator' {
  interface Report {
    issues: { numErrors: number; numWarnings: number; messages: { code: string; message: string; severity: number }[] };
    info: { totalVertexCount: number; totalTriangleCount: number; hasTextures: boolean };
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>;
}
