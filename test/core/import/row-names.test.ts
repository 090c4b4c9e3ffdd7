import { expect, test } from 'vitest';
import { hashIn, nameRows, parseRowName } from '../../../src/core/import/row-names.ts';

const [A, B] = ['a'.repeat(22), 'b'.repeat(22)];
const named = (count: number, hash = A) => ({ reportName: { batch: 'import-1', hash, name: `${hash}:${count}` } });
const free = () => false;

test.each([
  ['equal rows are counted in the order of the list', [{ hash: A }, { hash: B }, { hash: A }], free, [0, 0, 1]],
  ['a row keeps the name of its report', [{ hash: A }, { hash: A, ...named(0) }], free, [1, 0]],
  [
    'the name of a row that is done is nobody else’s',
    [{ hash: A }, { hash: B, done: { id: '1', status: 'created' as const }, ...named(0) }],
    free,
    [1, 0],
  ],
  [
    'of two with one name the first keeps it',
    [
      { hash: A, ...named(3) },
      { hash: A, ...named(3) },
    ],
    free,
    [3, 0],
  ],
  ['a row whose content was changed has a new name', [{ hash: B, ...named(2) }], free, [0]],
  ['a name that is taken is passed over', [{ hash: A }], (name: string) => name === `${A}:0`, [1]],
])('%s', (_, rows, isTaken, counts) => {
  const names = nameRows(
    rows.map((row, at) => ({ number: at + 1, ...row })),
    isTaken,
  );
  expect(rows.map((_row, at) => Number((names.get(at + 1) ?? ':0').split(':')[1]))).toEqual(counts);
});

test.each(['', 'x', `import-1:${A}`, `../../etc:${A}:0`, `import-1:${A}:-1`, `import-1:${A}:0:1`, `import-1:short:0`])(
  'recon_row %j names no row',
  (text) => {
    expect(parseRowName(text)).toBeUndefined();
  },
);

test('recon_row is read back as it was written', () => {
  expect(parseRowName(`import-1:${A}:12`)).toEqual({ batch: 'import-1', hash: A, name: `${A}:12` });
  expect([`import-1:${A}:12`, `${A}:12`].map(hashIn)).toEqual([A, A]);
});
