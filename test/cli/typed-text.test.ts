import { expect, test } from 'vitest';
import { refuseBrokenBytes } from '../../src/cli/typed-text.ts';

test.each([
  [['patients', 'create', '--name', 'Jos\ufffd'], '--name is not UTF-8 text: look at character 4'],
  [['patients', 'create', '--name=👩\ufffd'], '--name is not UTF-8 text: look at character 2'],
  [['patients', 'get', '\ufffd7'], 'argument 3 is not UTF-8 text: look at character 1'],
  [['api', 'POST', '/patients', '-f', 'patient[name]=\ufffd'], '-f is not UTF-8 text: look at character 15'],
])('%j is refused, naming the place', (args, message) => {
  expect(() => refuseBrokenBytes(args, {})).toThrow(message);
});

test('every place is named, a variable of ours too', () => {
  const environment = { RECON_PROFILE: 'cl\ufffdnic', OTHER: '\ufffd' };
  const refusing = () => refuseBrokenBytes(['--city', '\ufffd', '--name', '\ufffd'], environment);
  expect(refusing).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: expect.stringMatching(/^--city /),
      details: [expect.stringMatching(/^--name /), 'RECON_PROFILE is not UTF-8 text: look at character 3'],
    }),
  );
});

test('every text that is whole is taken', () => {
  expect(() => refuseBrokenBytes(['--name', 'José 👩‍⚕️', 'אנה\u200f', '\ufeff'], { RECON_PROFILE: 'ü' })).not.toThrow();
});
