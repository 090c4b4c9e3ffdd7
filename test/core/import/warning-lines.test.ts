import { expect, test } from 'vitest';
import { warningLines } from '../../../src/core/import/warning-lines.ts';

const small = (place: string, view: string, size: string) => ({
  place,
  text: `${view} "${place}/${view}.jpg" is ${size}; 1024 px on the short side give better results`,
});

test('small photos of an import filled the screen with a line for each view and size', () => {
  const photos = ['Ana Alves', 'Ben Brito', 'Carla Costa', 'Dora Dias'].flatMap((place) => [
    small(place, 'left', '960×1200'),
    small(place, 'front', '900×1200'),
  ]);
  const other = { place: 'Ana Alves', text: 'phone is doubtful' };
  const { lines, details } = warningLines([...photos.slice(0, 3), other, ...photos.slice(3)]);
  expect(lines).toEqual([
    'Ana Alves: phone is doubtful',
    '8 photos of "Ana Alves", "Ben Brito", "Carla Costa" and 1 more are small; 1024 px on the short side give better results',
  ]);
  for (const { place } of photos) expect(details.join('\n')).toContain(`("${place}/left.jpg")`);
  const inRows = [2, 3, 4, 8, 10, 12].map((row) => small(`row ${row}`, 'left', '960×1200'));
  expect(warningLines(inRows).lines).toEqual([
    '6 photos of rows 2-4, 8, 10 and 1 more are small; 1024 px on the short side give better results',
  ]);
});

test('a single small photo is named', () => {
  const one = small('Ana Alves', 'left', '960×1200');
  expect(warningLines([one])).toEqual({ lines: [`Ana Alves: ${one.text}`], details: [] });
});

test('warnings of a list of which nothing was sent said that it is sent', () => {
  const odd = (at: number, text: string) => ({ place: `row ${at}`, text });
  const warnings = [
    odd(2, 'phone "912 3" has only 4 digits; it is sent as it is'),
    odd(3, 'phone "912 5" has only 4 digits; it is sent as it is'),
    odd(4, 'address holds a control character, U+000A as character 6, and is sent with it'),
  ];
  expect(warningLines(warnings, { wouldBe: true }).lines).toEqual([
    'row 2 ("912 3"), row 3 ("912 5"): phone … has only 4 digits; it would be sent as it is',
    'row 4: address holds a control character, U+000A as character 6, and would be sent with it',
  ]);
  expect(warningLines(warnings).lines.join('\n')).not.toContain('would');
});
