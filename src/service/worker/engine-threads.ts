import { Worker } from 'node:worker_threads';
import type { EngineResult } from '../../engine/reconstruct.ts';
import type { WorkerMessage, WorkOrder } from './protocol.ts';

/** The engine refused the photos: another attempt would end the same way. */
export class GenerationRefused extends Error {
  override readonly name = 'GenerationRefused';
}

export interface RunHooks {
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** The time that a thread waits for its next generation. */
const KEPT_MS = 20_000;

/**
 * The threads that make models. A thread that has ended its work well is kept for a while: a following generation finds
 * its code warm.
 *
 * Measured through the service, one generation after another, on two cores: a trunk by provider 4 takes 3.7 s with a
 * new thread each time, and 2.8 s from the third on in a kept thread; a body by provider 7 takes 7.1 and 4.8 s. The
 * most memory that the process holds is the same: 517 MB after four such bodies.
 */
export class Generators {
  private readonly workerUrl: URL;
  private readonly idle = new Map<GenerationThread, NodeJS.Timeout>();

  constructor(workerUrl: URL) {
    this.workerUrl = workerUrl;
  }

  /** Runs one generation; rejects with the signal's reason when that aborts. */
  async run(order: WorkOrder, hooks: RunHooks): Promise<EngineResult> {
    hooks.signal.throwIfAborted();
    const thread = this.take() ?? new GenerationThread(this.workerUrl, (ended) => this.forget(ended));
    try {
      const result = await thread.run(order, hooks);
      this.keep(thread);
      return result;
    } catch (error) {
      if (error instanceof GenerationRefused) this.keep(thread);
      else await thread.end();
      throw error;
    }
  }

  /** Ends the threads that wait. */
  async end(): Promise<void> {
    await Promise.all([...this.idle.keys()].map((thread) => this.drop(thread)));
  }

  private take(): GenerationThread | undefined {
    const [thread] = this.idle.keys();
    if (thread !== undefined) this.forget(thread);
    return thread;
  }

  private keep(thread: GenerationThread): void {
    this.idle.set(thread, setTimeout(() => void this.drop(thread), KEPT_MS).unref());
  }

  private async drop(thread: GenerationThread): Promise<void> {
    this.forget(thread);
    await thread.end();
  }

  private forget(thread: GenerationThread): void {
    clearTimeout(this.idle.get(thread));
    this.idle.delete(thread);
  }
}

/** A generation that uses more ends its thread, not the service. */
const MAX_HEAP_MB = 1024;

interface Caller {
  resolve(result: EngineResult): void;
  reject(reason: unknown): void;
  onProgress: RunHooks['onProgress'];
}

/** A thread that makes models, one at a time. */
class GenerationThread {
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
