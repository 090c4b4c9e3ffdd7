import { type ChildProcess, fork } from 'node:child_process';
import { heapFlags, type Limits, OverLimit } from './limits.ts';
import type { Exchange, Fault, Report } from './orders.ts';
import { watchMemory } from './resident-memory.ts';

export interface RunHooks {
  signal?: AbortSignal | undefined;
  /** 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** A process that carries out one order at a time. An order that was not answered leaves it unusable: end it. */
export class WorkProcess<E extends Exchange> {
  /** Resolves when the process is gone, whatever the reason. */
  readonly gone: Promise<void>;
  private readonly child: ChildProcess;
  private readonly limits: Limits;
  private caller: { answered(answer: E['answer']): void; failed(reason: unknown): void } & RunHooks = NOBODY;

  constructor(program: URL, limits: Limits, args: readonly string[]) {
    this.limits = limits;
    this.child = fork(program, args, {
      // The service's arguments and environment, which may hold a token or a password, do not reach it.
      env: {},
      execArgv: heapFlags(limits),
      // It reads nothing from stdin: that closes when this process ends, however that comes, and it ends with it.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.child.on('message', (report: Report<E['answer']>) => {
      if (report.kind === 'progress') this.caller.onProgress?.(report.fraction);
      if (report.kind === 'done') this.caller.answered(report.answer);
      if (report.kind === 'fault') this.caller.failed(asError(report.fault));
    });
    // A channel or a pipe that breaks is told by the exit that follows.
    this.child.stdin?.on('error', () => {});
    this.gone = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => {
        this.caller.failed(new Error(`the process ended (${signal ?? `code ${code}`}) without an answer`));
        resolve();
      });
      this.child.on('error', (error) => {
        this.caller.failed(error);
        if (this.child.pid === undefined) resolve();
      });
    });
    this.keepAlive(false);
  }

  /** Rejects with the signal's reason when that aborts, and with `OverLimit`. */
  async run(order: E['order'], { signal, onProgress }: RunHooks): Promise<E['answer']> {
    const { memoryMb, ms } = this.limits;
    const abort = () => this.caller.failed(signal?.reason);
    const timer = setTimeout(() => this.caller.failed(new OverLimit(`${ms / 1000} s`)), ms);
    let endWatch = () => {};
    signal?.addEventListener('abort', abort, { once: true });
    this.keepAlive(true);
    try {
      return await new Promise<E['answer']>((answered, failed) => {
        this.caller = { answered, failed, onProgress };
        if (this.child.pid === undefined) return;
        const tooMuch = () => failed(new OverLimit(`${memoryMb} MB of memory`));
        endWatch = watchMemory(this.child.pid, memoryMb, tooMuch);
        this.child.send(order as object, (error) => error && failed(error));
      });
    } finally {
      this.caller = NOBODY;
      this.keepAlive(false);
      signal?.removeEventListener('abort', abort);
      clearTimeout(timer);
      endWatch();
    }
  }

  /** Ends it at once, also in the middle of its work. */
  async end(): Promise<void> {
    // Who waits for the end must not be left without an answer because nothing else is to be done.
    this.keepAlive(true);
    this.child.kill('SIGKILL');
    await this.gone;
  }

  /** An idle process must not keep this one alive. */
  private keepAlive(isWanted: boolean): void {
    const way = isWanted ? 'ref' : 'unref';
    this.child[way]();
    this.child.channel?.[way]();
  }
}

const NOBODY = { answered() {}, failed() {} };

const asError = ({ message, ...rest }: Fault) => Object.assign(new Error(message), rest);
