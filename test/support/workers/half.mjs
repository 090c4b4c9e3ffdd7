// A worker thread that says how far it is and never ends.
import { parentPort } from 'node:worker_threads';

parentPort.postMessage({ kind: 'progress', fraction: 0.437, step: 'painting the surface' });
setInterval(() => {}, 1000);
