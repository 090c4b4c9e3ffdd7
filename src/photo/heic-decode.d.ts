/** The part of heic-decode that is used; the package has no types of its own. */
declare module 'heic-decode' {
  interface HeicPicture {
    width: number;
    height: number;
    /** RGBA, 4 bytes a pixel, turned upright. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  }
  const decodeOne: {
    all(input: { buffer: Uint8Array }): Promise<HeicPicture[] & { dispose(): void }>;
  };
  export default decodeOne;
}
