import { expect, test } from 'vitest';
import { PLAIN_THEME } from '../../../src/cli/io/theme.ts';
import { jsonLines } from '../../../src/cli/output/json-lines.ts';

const MARKED = { ...PLAIN_THEME, bold: (text: string) => `<${text}>`, good: (text: string) => `(${text})` };

test.each([
  ['{}', '{}\n'],
  ['{"a":[],"b":{}}', '{\n  "a": [],\n  "b": {}\n}\n'],
  [
    ' {"a" : 1.50 ,"b":[ true, null, -2e+9 ]}\n',
    '{\n  "a": 1.50,\n  "b": [\n    true,\n    null,\n    -2e+9\n  ]\n}\n',
  ],
  // More digits than JavaScript keeps.
  ['{"id":9007199254740993}', '{\n  "id": 9007199254740993\n}\n'],
  // What looks like structure inside a text is text.
  ['["a\\"b","{,}:[ ]","\\\\"]', '[\n  "a\\"b",\n  "{,}:[ ]",\n  "\\\\"\n]\n'],
])('%s', (json, lines) => {
  expect(jsonLines(PLAIN_THEME)(json)).toBe(lines);
  expect(JSON.parse(lines)).toEqual(JSON.parse(json));
});

test('pieces make one text, as a list writes them page by page', () => {
  const write = jsonLines(PLAIN_THEME);
  const pieces = ['{"patients":[', '{"id":1}', ',{"id":2}', '],"meta":{"total_entries":2}}\n'];
  expect(pieces.map(write).join('')).toBe(`${JSON.stringify(JSON.parse(pieces.join('')), undefined, 2)}\n`);
  const none = jsonLines(PLAIN_THEME);
  expect(none('{"patients":[') + none('],"meta":{}}\n')).toBe('{\n  "patients": [],\n  "meta": {}\n}\n');
});

test('keys and texts have looks of their own', () => {
  expect(jsonLines(MARKED)('{"a":"b","c":["d"]}')).toBe('{\n  <"a">: ("b"),\n  <"c">: [\n    ("d")\n  ]\n}\n');
});

test('two texts after one another each end their line', () => {
  const write = jsonLines(PLAIN_THEME);
  expect(write('{"a":1}\n') + write('{"a":2}\n')).toBe('{\n  "a": 1\n}\n{\n  "a": 2\n}\n');
});
