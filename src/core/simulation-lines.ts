import type { Received } from '../contract/answers.ts';
import { ownPaths, type SimulationLinesAnswer } from '../contract/own-routes.ts';
import { FARTHEST_M, LINE_POINTS, MOST_LINES, type SimulationLines } from '../contract/simulation-lines.ts';
import type { Transport } from '../http/transport.ts';
import { replyOf } from './answer.ts';
import { pathId } from './ids.ts';

/** The lines of a patient's simulations, by their ids. Asked where the service has named the route in an answer. */
export async function askSimulationLines(transport: Transport, id: string): Promise<Map<number, SimulationLines>> {
  const path = ownPaths.simulationLines(pathId(id));
  const { body } = replyOf<SimulationLinesAnswer>(await transport.send({ method: 'GET', path, kind: 'read' }));
  const all: readonly Received<SimulationLinesAnswer['simulations'][number]>[] = Array.isArray(body?.simulations)
    ? body.simulations
    : [];
  return new Map(
    all.flatMap((one) => {
      const lines = linesIn(one);
      return lines === undefined || !Number.isSafeInteger(one?.id) ? [] : [[Number(one?.id), lines] as const];
    }),
  );
}

/** Lines that a service or a page sent; undefined where they are none that our own service would keep. */
export function linesIn(sent: unknown): SimulationLines | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const { sha256, lines } = sent as Partial<Record<string, unknown>>;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  return isList(lines, [1, MOST_LINES], isLine) ? { sha256, lines } : undefined;
}

type Line = SimulationLines['lines'][number];

const isLine = (value: unknown): value is Line => isList(value, [LINE_POINTS.least, LINE_POINTS.most], isPoint);
const isPoint = (value: unknown): value is Line[number] => isList(value, [3, 3], isMetres);
const isMetres = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < FARTHEST_M;

const isList = <T>(
  value: unknown,
  [least, most]: readonly [number, number],
  isOne: (one: unknown) => one is T,
): value is T[] => Array.isArray(value) && value.length >= least && value.length <= most && value.every(isOne);
