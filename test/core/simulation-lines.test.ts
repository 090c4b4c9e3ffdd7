import { expect, test } from 'vitest';
import { saveSimulation } from '../../src/core/own-routes.ts';
import { askSimulationLines, linesIn } from '../../src/core/simulation-lines.ts';
import type { Operation } from '../../src/http/operation.ts';

const POINT = [0.1, -1.2, 0.03] as const;
const LINES = { sha256: '0123456789abcdef'.repeat(4), lines: [[POINT, POINT, POINT]] };

/** A service with this answer, and what it was asked. */
function answering(body: unknown) {
  const asked: Operation[] = [];
  const send = async (operation: Operation) => {
    asked.push(operation);
    return { status: 200, headers: {}, text: JSON.stringify(body) };
  };
  return { transport: { send } as never, asked };
}

test('lines are asked for by patient, and known by the id of their simulation', async () => {
  const { transport, asked } = answering({ simulations: [{ id: 3, ...LINES, more: 1 }] });
  expect(await askSimulationLines(transport, '7')).toEqual(new Map([[3, LINES]]));
  expect(asked).toMatchObject([{ method: 'GET', kind: 'read', path: '/recon/patients/7/simulation-lines' }]);
});

test.each<[unknown]>([
  [{}],
  [{ simulations: {} }],
  [{ simulations: [null, 3, 'x', {}, { id: 'a', ...LINES }, { id: 3, ...LINES, sha256: '<' }] }],
])('what another service may send as lines breaks nothing (%#)', async (body) => {
  expect(await askSimulationLines(answering(body).transport, '7')).toEqual(new Map());
});

test.each([
  [[]],
  [[[POINT, POINT]]],
  [[Array.from({ length: 101 }, () => POINT)]],
  [[LINES.lines[0], LINES.lines[0], LINES.lines[0]]],
  [[[POINT, POINT, [1, 2]]]],
  [[[POINT, POINT, [1, 2, '3']]]],
  [[[POINT, POINT, [1, 2, 100]]]],
  ['x'],
])('lines that no service of ours keeps are none (%#)', (lines) => {
  expect(linesIn({ ...LINES, lines })).toBeUndefined();
});

test('lines go as one field of the form, and never in the address', async () => {
  const { transport, asked } = answering({ patient: { id: 7 } });
  const simulation = { name: 'Plan A', description: '', modelUpdatedAt: undefined, implants: {} };
  await saveSimulation(transport, '7', { ...simulation, lines: LINES });
  await saveSimulation(transport, '7', simulation);
  const fields = asked.map(({ form = [] }) => form.filter(({ name }) => name === 'simulation[lines]'));
  expect(fields).toEqual([[{ name: 'simulation[lines]', value: JSON.stringify(LINES) }], []]);
  expect(asked.map(({ path, query = [] }) => [path, query])).toEqual(
    asked.map(() => ['/recon/patients/7/simulations', []]),
  );
});
