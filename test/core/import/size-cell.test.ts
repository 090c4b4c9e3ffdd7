import { expect, test } from 'vitest';
import { readSizes } from '../../../src/core/import/size-cell.ts';

const reading = (values: Record<string, string>, titles: Record<string, string> = {}) =>
  readSizes(new Map(Object.entries(values)), new Map(Object.entries(titles)), (field) => field);

test.each([
  ['172', '', '172'],
  ['172,5 cm', '', '172.5'],
  ['1,72', '', '172'],
  ['1.72 m', 'Größe', '172'],
  ['1m72', '', '172'],
  ['1,72', 'Altura em m', '172'],
  ['5 ft 8 in', 'Height', '172.7'],
  [`5'8"`, '', '172.7'],
  ['5’ 8', '', '172.7'],
  ['68 in.', '', '172.7'],
  ['68', 'Height (inches)', '172.7'],
  ['6', 'Height (ft)', '182.9'],
])('a height of %j under %j is %s cm', (height, title, cm) => {
  const { values, problems } = reading({ height }, { height: title });
  expect({ height: values.get('height'), problems }).toEqual({ height: cm, problems: [] });
});

test.each([
  ['68,5', 'Peso kg', '68.5'],
  ['68.5kg', '', '68.5'],
  ['150 lb', '', '68'],
  ['150', 'Weight (lbs)', '68'],
])('a weight of %j under %j is %s kg', (weight, title, kg) => {
  const { values, problems } = reading({ weight }, { weight: title });
  expect({ weight: values.get('weight'), problems }).toEqual({ weight: kg, problems: [] });
});

test('another unit is told; what no adult has is a problem where a unit or a finger has slipped', () => {
  expect(reading({ height: '1,72' }).warnings).toEqual(['height is read in m, and recorded in cm']);
  expect(reading({ height: '1,72' }, { height: 'Größe (cm)' }).problems).toEqual([
    'height is taken as 1.72 cm; if it was measured in m, give 172',
  ]);
  expect(reading({ height: '68' }).problems).toEqual([
    'height is taken as 68 cm; if it was measured in inches, give 172.72',
  ]);
  expect(reading({ height: '17,2' }).problems).toEqual(['height is 17.2 cm; of adults it is 120 to 220 cm']);
  expect(reading({ weight: '685' }).problems).toEqual(['weight is 685 kg; of adults it is 35 to 250 kg']);
  expect(reading({ height: '225' }).problems).toEqual([
    expect.stringMatching(/where it is right, leave it empty here.*: recon update PATIENT --height 225$/),
  ]);
  // A child is small and light.
  expect(reading({ height: '110', weight: '20' }).problems).toEqual([]);
});

test.each(['abc', '5.8 ft', '1,720', '68 stone', '172/68'])('%j is left for the check to tell', (height) => {
  expect(reading({ height }).values.get('height')).toBe(height);
});
