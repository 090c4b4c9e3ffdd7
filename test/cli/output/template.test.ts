import { expect, test } from 'vitest';
import { readTemplate, templateWriter } from '../../../src/cli/output/template.ts';

const ANA = {
  id: 7,
  name: 'Ana {Sample}',
  country_iso: 'PT',
  phone: null,
  reconstructions: [{ type: 'FaceReconstruction', status: 'has_3d', mesaures: { eye_distance: 6.1 } }],
};
const BEN = { id: 8, name: 'Ben\tLine\nBreak', reconstructions: [] };

async function lines(template: string, ...patients: unknown[]): Promise<string> {
  let written = '';
  const write = async (text: string) => {
    written += text;
  };
  const streams = { write, stderrIsTty: () => false } as never;
  const writer = templateWriter(readTemplate(template), { streams });
  await writer.write(patients);
  await writer.end();
  return written;
}

test.each([
  ['{id}', '7\n'],
  ['{id}: {name}', '7: Ana {Sample}\n'],
  ['{ id }\\t{country}\\n--', '7\tPT\n--\n'],
  ['{{{id}}}', '{7}\n'],
  ['{phone}.', '.\n'],
  ['{reconstructions}', 'face has_3d\n'],
  ['{reconstructions.0.status} {reconstructions.0.mesaures.eye_distance}', 'has_3d 6.1\n'],
  ['{reconstructions.1.status}|{name.first}', '|\n'],
  ['C:\\dir \\\\t é 山', 'C:\\dir \\t é 山\n'],
  ['', '\n'],
])('%j', async (template, expected) => {
  expect(await lines(template, ANA)).toBe(expected);
});

test('a line for each, and a value never makes a second one', async () => {
  expect(await lines('{id},{name}', ANA, BEN)).toBe('7,Ana {Sample}\n8,Ben\\u0009Line⏎Break\n');
});

test.each(['{', '}', '{id', 'id}', '{id}}', '{{id}', '{}', '{ }', '{.id}', '{a..b}', '{a{b}}'])(
  '%s is refused before anything is asked',
  (typed) => {
    expect(() => readTemplate(typed)).toThrow(/^--template/);
  },
);

test('a field that no patient has is refused, and one that only some have is empty', async () => {
  await expect(lines('{nmae}', ANA)).rejects.toMatchObject({
    code: 'usage',
    message: '--template: a patient has no "nmae"',
  });
  expect(await lines('{own_field}', ANA, { id: 9, own_field: 'x' })).toBe('\nx\n');
  const told = [
    'the status of each model stands in reconstructions, that of the first one in reconstructions.0.status',
  ];
  await expect(lines('{status}', ANA)).rejects.toMatchObject({ details: expect.arrayContaining(told) });
});

test('nothing inherited is a field', async () => {
  await expect(lines('{constructor}', ANA)).rejects.toMatchObject({ code: 'usage' });
  expect(await lines('{name.length}', ANA)).toBe('\n');
  await expect(lines('{reconstructions.length}', ANA)).rejects.toMatchObject({ code: 'usage' });
});
