// A worker thread that ends at once with a tiny result, for tests that are not about the engine.
import { parentPort, workerData } from 'node:worker_threads';

const bytes = (text) => new TextEncoder().encode(text);
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);
parentPort.postMessage({
  kind: 'done',
  result: {
    glb: bytes(`glTF ${JSON.stringify(workerData.measures)}`),
    obj: '# obj\n',
    mtl: '# mtl\n',
    texture: new Uint8Array(jpeg),
    frames: new Uint8Array(jpeg),
    measures: workerData.measures,
    report: { warnings: ['Nothing was looked at.'] },
  },
});
