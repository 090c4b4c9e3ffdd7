import type { EngineResult } from '../../engine/reconstruct.ts';
import { GenerationRefused, GenerationThread, type RunHooks } from './generation-thread.ts';
import type { WorkOrder } from './protocol.ts';

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
