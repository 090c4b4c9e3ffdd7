import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireTool } from '../support/require-tool.ts';
import { CONNECTION_FAULTS } from './connection-faults.ts';
import { FAULTS } from './faults.ts';
import { type Cell, cellsOfMatrix, describe, rowOf } from './matrix-cells.ts';
import { type MatrixWorld, openMatrixWorld } from './matrix-world.ts';
import { OPERATIONS } from './operations.ts';
import { playInTime } from './play-cell.ts';
import { FULL, openTable, seededRandom } from './scale.ts';

/** Most of the time of most cells is waiting. */
const AT_ONCE = 20;

const hasOpenssl = requireTool('openssl');
const table = openTable('Network faults: exit·times made → the same after recon resume; ! where they disagree', [
  'fault',
  'course',
  ...OPERATIONS.map(({ name }) => name),
]);
const rows = new Map<string, Map<string, string>>();
let slowPlays = 0;

let world: MatrixWorld;
beforeAll(async () => {
  world = await openMatrixWorld(hasOpenssl);
});
afterAll(async () => {
  await world.close();
  for (const [row, cells] of rows) {
    const [fault = '', course = ''] = row.split('|');
    table.row([fault, course, ...OPERATIONS.map(({ name }) => cells.get(name) ?? '')]);
  }
});

/** What is wrong with how a cell ended. */
async function play(cell: Cell): Promise<string | undefined> {
  const { text, wrong, plays } = await playInTime(cell, world);
  rows.get(rowOf(cell))?.set(cell.operation.name, text);
  slowPlays += plays - 1;
  return wrong && `${describe(cell)}: ${wrong}`;
}

test('what a run ends with agrees with what the service knows', async () => {
  const random = seededRandom('quick matrix');
  const cells = cellsOfMatrix(hasOpenssl);
  const chosen = FULL ? cells : cells.filter(() => random() < 0.1);
  // So that the table has its rows in the order of the faults, however the runs end.
  for (const cell of chosen) rows.set(rowOf(cell), new Map());
  const wrong: string[] = [];
  const left = [...chosen].reverse();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let cell = left.pop(); cell !== undefined; cell = left.pop()) {
        const fault = await play(cell);
        if (fault !== undefined) wrong.push(fault);
      }
    }),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  table.note(
    `${chosen.length} of ${cells.length} runs, ${FAULTS.length} faults of a request, ${CONNECTION_FAULTS.length} of a connection, ` +
      `${OPERATIONS.length} operations: ${wrong.length} wrong, ${world.elsewhere.receivedBytes()} bytes sent elsewhere, ` +
      `${slowPlays} played again on a slow machine, ${seconds} s`,
  );
  expect(wrong).toEqual([]);
  expect(world.elsewhere.receivedBytes()).toBe(0);
});
