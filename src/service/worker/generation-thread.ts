import { Worker } from 'node:worker_threads';
import type { EngineResult } from '../../engine/reconstruct.ts';
import type { WorkerMessage, WorkOrder } from './protocol.ts';

/** The engine refused the photos: another attempt would end the same way. */
export class GenerationRefused extends Error {
  override readonly name = 'GenerationRefused';
}

/** A generation that uses more ends its thread, not the service. */
const MAX_HEAP_MB = 1024;

export interface RunHooks {
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

interface Caller {
  resolve(result: EngineResult): void;
  reject(reason: unknown): void;
  onProgress: RunHooks['onProgress'];
}

/** A thread that makes models, one at a time. */
export class GenerationThread {
  private readonly worker: Worker;
  private caller: Caller | undefined;

  /** `onExit` is called when the thread has ended, whatever the reason. */
  constructor(workerUrl: URL, onExit: (thread: GenerationThread) => void) {
    this.worker = new Worker(workerUrl, {
      // The process's arguments and environment, which may hold a token, do not reach the thread.
      argv: [],
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') this.caller?.onProgress?.(message.fraction);
      if (message.kind === 'done') this.caller?.resolve(message.result);
      if (message.kind === 'failed') this.caller?.reject(new GenerationRefused(message.reason));
    });
    this.worker.once('error', (error) => this.caller?.reject(error));
    this.worker.once('exit', (code) => {
      this.caller?.reject(new Error(`the generation thread ended with code ${code} and no result`));
      onExit(this);
    });
  }

  /** Runs one generation. Rejects with the signal's reason when it aborts; the thread cannot be used after that. */
  async run(order: WorkOrder, { signal, onProgress }: RunHooks): Promise<EngineResult> {
    const abort = () => this.caller?.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    // An idle thread must not keep the process alive.
    this.worker.ref();
    try {
      return await new Promise<EngineResult>((resolve, reject) => {
        this.caller = { resolve, reject, onProgress };
        this.worker.postMessage(order);
      });
    } finally {
      this.caller = undefined;
      this.worker.unref();
      signal.removeEventListener('abort', abort);
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
