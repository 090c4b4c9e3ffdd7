import { Worker } from 'node:worker_threads';
import type { EngineResult } from '../../engine/reconstruct.ts';
import type { WorkerMessage, WorkOrder } from './protocol.ts';

/** The engine's own verdict on the photos: trying again would end the same way. */
export class GenerationRefused extends Error {
  override readonly name = 'GenerationRefused';
}

/** A generation that goes wild ends its thread, not the service. */
const MAX_HEAP_MB = 1024;

export interface RunHooks {
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** Runs one generation in a thread of its own; rejects with the signal's reason when that aborts. */
export async function runWorker(
  workerUrl: URL,
  order: WorkOrder,
  { signal, onProgress }: RunHooks,
): Promise<EngineResult> {
  signal.throwIfAborted();
  const worker = new Worker(workerUrl, {
    workerData: order,
    // Nothing of the process's arguments and environment (a token, say) gets in there.
    argv: [],
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    return await outcomeOf(worker, { signal, onProgress });
  } finally {
    await worker.terminate();
  }
}

function outcomeOf(worker: Worker, { signal, onProgress }: RunHooks): Promise<EngineResult> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the generation thread ended with code ${code} and no result`)));
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') onProgress?.(message.fraction);
      if (message.kind === 'done') resolve(message.result);
      if (message.kind === 'failed') reject(new GenerationRefused(message.reason));
    });
    worker.once('exit', () => signal.removeEventListener('abort', abort));
  });
}
