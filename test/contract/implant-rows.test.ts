import { expect, test } from 'vitest';
import {
  type ImplantRow,
  implantOfRow,
  implantProblems,
  isNoImplant,
  NO_IMPLANT,
  rowOfImplant,
} from '../../src/contract/implant-rows.ts';

const ROUND: ImplantRow = { reference: 'R-300', brand: 'Example', volume: '300', diameter: '11.8', projection: '4.1' };
const problems = (changed: ImplantRow) =>
  implantProblems({ ...ROUND, ...changed }).map(({ field, message }) => `${field} ${message}`);

test.each<[ImplantRow, string[]]>([
  [{}, []],
  [{ width: '12', height: '10.5', diameter: '' }, []],
  [{ white: 'true' }, []],
  [{ reference: ' ', volume: '' }, ['reference is missing', 'volume is missing']],
  [{ diameter: '' }, ['width is missing, and so is diameter', 'height is missing, and so is diameter']],
  [{ diameter: '118' }, ['diameter is "118"; it must be a number of cm from 3 to 30, such as 11.8; 118 looks like mm']],
  [{ volume: '3000' }, ['volume is "3000"; it must be a number of cm³ from 20 to 2000']],
  [{ volume: '1e2' }, ['volume is "1e2"; it must be a number of cm³ from 20 to 2000']],
  [{ projection: '-4' }, ['projection is "-4"; it must be a number of cm from 0.5 to 15']],
  [{ white: 'yes' }, ['white is "yes"; it must be true or false']],
  [{ brand: 'x'.repeat(101) }, ['brand is longer than 100 characters']],
])('a row with %j has the problems %j', (changed, found) => expect(problems(changed)).toEqual(found));

test('a round implant is as wide and as high as its diameter, and goes back to its row', () => {
  const implant = implantOfRow(ROUND);
  expect(implant).toMatchObject({ diameter: '11.8', width: '11.8', height: '11.8', white: false });
  expect(implantOfRow(rowOfImplant(implant))).toEqual(implant);
});

test('an implant of 0 cm³ is none', () => {
  expect(isNoImplant(NO_IMPLANT)).toBe(true);
  expect(isNoImplant(implantOfRow(ROUND))).toBe(false);
});
