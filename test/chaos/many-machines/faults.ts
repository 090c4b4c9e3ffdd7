import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../support/faulty-proxy.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { type Machine, SIDES } from './machine.ts';

export interface FaultPlan {
  kills: number;
  cutLengthsMs: readonly number[];
  /** The time that both are spread over. */
  overMs: number;
  random(): number;
}

/** How often what was killed, and each cut in words. */
export interface FaultsMade {
  kills: Map<string, number>;
  cuts: string[];
}

const BETWEEN_CUTS_MS = 500;
const CUTS: readonly Fault[] = ['held', 'deaf', 'cut'];
const SHARE_OF_DATABASE = 0.14;
const SHARE_AT_WORK = 0.8;
/** On a busy machine a start takes long. */
const UP_WITHIN_MS = 30_000;

/** Kills processes at random, the database's too, while one machine after another is cut off from database or bucket. */
export async function makeFaults(
  { machines, postgres }: { machines: readonly Machine[]; postgres: PostgresServer },
  { kills, cutLengthsMs, overMs, random }: FaultPlan,
): Promise<FaultsMade> {
  const made: FaultsMade = { kills: new Map(), cuts: [] };
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;

  async function killSome(): Promise<void> {
    for (let killed = 0; killed < kills; ) {
      await sleep((overMs / kills) * (0.5 + random()));
      const what = random() < SHARE_OF_DATABASE ? killDatabase() : killMachine();
      if (what === undefined) continue;
      made.kills.set(what, (made.kills.get(what) ?? 0) + 1);
      killed += 1;
    }
  }

  /** One that is cut off is spared: it has to come back as it was. Some are killed while they start. */
  function killMachine(): string | undefined {
    const isAtWork = random() < SHARE_AT_WORK;
    const victims = machines.filter((one) => !one.isCutOff() && one.isUp() === isAtWork);
    const victim = victims.length === 0 ? undefined : pick(victims);
    if (victim?.kill() !== true) return undefined;
    return isAtWork ? victim.role : `${victim.role} while it starts`;
  }

  /** All of it, as at the end of its machine, or one of its processes: then the server ends the others and begins again. */
  function killDatabase(): string | undefined {
    try {
      const [server, ...others] = postgres.pids();
      if (server === undefined || others.length === 0) return undefined;
      const isWhole = random() < 0.5;
      for (const pid of isWhole ? [server, ...others] : [pick(others)]) process.kill(pid, 'SIGKILL');
      return isWhole ? 'the database server' : 'a process of the database server';
    } catch {
      // It is just starting again.
      return undefined;
    }
  }

  async function someUp(): Promise<Machine> {
    const until = performance.now() + UP_WITHIN_MS;
    const machine = pick(machines);
    while (!machine.isUp() && performance.now() < until) await sleep(100);
    return machine;
  }

  async function cutSome(): Promise<void> {
    for (const ms of cutLengthsMs.toSorted(() => random() - 0.5)) {
      await sleep(BETWEEN_CUTS_MS);
      const machine = await someUp();
      const [side, fault] = [pick(SIDES), pick(CUTS)];
      made.cuts.push(`${machine.role} from ${side}, ${Math.round(ms / 1000)} s, ${fault}`);
      await machine.cutOff(side, fault, ms);
    }
  }

  await Promise.all([killSome(), cutSome()]);
  return made;
}
