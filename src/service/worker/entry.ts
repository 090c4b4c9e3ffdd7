import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { VIEWS, type View } from '../../contract/reconstruction.ts';
import { readModels } from '../../engine/morphable/model-bytes.ts';
import { reconstruct } from '../../engine/reconstruct.ts';
import { ReconError } from '../../errors.ts';
import { lineText } from '../../system/line-text.ts';
import type { WorkerMessage, WorkOrder } from './protocol.ts';

/** The file beside the built worker; see scripts/build.mjs. */
const PEOPLE = new URL('./people.bin', import.meta.url);

/** The worker thread makes one generation after another, as ordered. The database stays with the parent. */
async function generate(order: WorkOrder): Promise<void> {
  const say = (message: WorkerMessage) => parentPort?.postMessage(message);
  try {
    const { type, provider, measures } = order;
    const photos = await readPhotos(order.photoPaths);
    const result = await reconstruct({ type, provider, measures, photos }, readModels(await readFile(PEOPLE)), {
      onProgress: (fraction, step) => say({ kind: 'progress', fraction, step }),
    });
    say({ kind: 'done', result });
  } catch (error) {
    // Any other error is a fault: the rejection ends the thread and counts as an attempt.
    if (!(error instanceof ReconError) || error.code !== 'generation_failed') throw error;
    say({
      kind: 'failed',
      reason: error.hint === undefined ? error.message : `${error.message}. ${lineText(error.hint)}`,
    });
  }
}

async function readPhotos(paths: WorkOrder['photoPaths']): Promise<Partial<Record<View, Uint8Array>>> {
  const photos: Partial<Record<View, Uint8Array>> = {};
  for (const view of VIEWS) {
    const path = paths[view];
    if (path !== undefined) photos[view] = await readFile(path);
  }
  return photos;
}

parentPort?.on('message', (order: WorkOrder) => void generate(order));
