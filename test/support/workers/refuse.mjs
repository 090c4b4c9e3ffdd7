// A worker thread whose engine cannot use the photos.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => parentPort.postMessage({ kind: 'failed', reason: 'front.jpg shows no person' }));
