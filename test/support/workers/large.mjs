// A worker thread that gives a result of 2 MB at once, for tests of a disk that has no room for it.
import { parentPort } from 'node:worker_threads';

const bytes = (text) => new TextEncoder().encode(text);
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);
parentPort.on('message', ({ measures }) =>
  parentPort.postMessage({
    kind: 'done',
    result: {
      glb: bytes(`glTF ${JSON.stringify(measures)}`),
      obj: '# obj\n',
      mtl: '# mtl\n',
      texture: new Uint8Array(2_000_000),
      frames: new Uint8Array(jpeg),
      measures,
      report: { warnings: ['Nothing was looked at.'] },
    },
  }),
);
