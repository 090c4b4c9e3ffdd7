import type { Limits } from './limits.ts';
import type { Exchange } from './orders.ts';
import { type RunHooks, WorkProcess } from './work-process.ts';

/** The time that a process waits for its next order. */
const KEPT_MS = 20_000;

/**
 * Processes of one kind, one for each order under way. A process that has answered, or was prepared, is kept for a while:
 * the next order finds its code loaded, and after an answer warm.
 */
export class ProcessPool<E extends Exchange> {
  private readonly program: URL;
  private readonly limits: Limits;
  private readonly all = new Set<WorkProcess<E>>();
  private readonly idle = new Map<WorkProcess<E>, NodeJS.Timeout>();
  private isEnded = false;

  constructor(program: URL, limits: Limits) {
    this.program = program;
    this.limits = limits;
  }

  /** Carries out one order. When this settles, the process waits for the next one or is gone. */
  async run(order: E['order'], hooks: RunHooks = {}): Promise<E['answer']> {
    hooks.signal?.throwIfAborted();
    if (this.isEnded) throw new Error('the service has stopped');
    const one = this.takeIdle() ?? this.start();
    try {
      const answer = await one.run(order, hooks);
      this.keep(one);
      return answer;
    } catch (error) {
      await one.end();
      throw error;
    }
  }

  /** An order is likely to come soon: where there is no process yet, one starts with these arguments and waits for it. */
  prepare(...args: string[]): void {
    if (!this.isEnded && this.all.size === 0) this.keep(this.start(args));
  }

  /** Ends all processes, also those at work; from now on none is started. */
  async end(): Promise<void> {
    this.isEnded = true;
    await Promise.all([...this.all].map((one) => one.end()));
  }

  /** The one that waits shortest, so that more than are needed end. */
  private takeIdle(): WorkProcess<E> | undefined {
    const one = [...this.idle.keys()].at(-1);
    if (one !== undefined) this.forgetIdle(one);
    return one;
  }

  private start(args: readonly string[] = []): WorkProcess<E> {
    const one = new WorkProcess<E>(this.program, this.limits, args);
    this.all.add(one);
    void one.gone.then(() => {
      this.forgetIdle(one);
      this.all.delete(one);
    });
    return one;
  }

  private keep(one: WorkProcess<E>): void {
    this.idle.set(one, setTimeout(() => this.drop(one), KEPT_MS).unref());
  }

  private drop(one: WorkProcess<E>): void {
    this.forgetIdle(one);
    void one.end();
  }

  private forgetIdle(one: WorkProcess<E>): void {
    clearTimeout(this.idle.get(one));
    this.idle.delete(one);
  }
}
