import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeError, toReconError, withOutcome } from '../../src/cli/report-error.ts';
import { ReconError } from '../../src/errors.ts';

const ERROR = new ReconError('refused', 'the service refused the data (422): email is bad\u001b[2J', {
  details: ['patient[email] is not an address'],
  hint: 'correct it and repeat the command',
  status: 422,
  requestId: 'req-1',
});

test('a person reads what, which and what next', () => {
  expect(describeError(ERROR, { json: false, debug: false })).toBe(
    [
      'recon: the service refused the data (422): email is bad\\u001b[2J',
      '  patient[email] is not an address',
      '  Try: correct it and repeat the command',
      '  request req-1',
      '',
    ].join('\n'),
  );
});

test('a token that was typed in the place of something else is not told again', () => {
  const token = `rcn_${'a1B-'.repeat(10)}`;
  const hint = { command: ['accounts', 'add', token] };
  const error = new ReconError('usage', `there is no account "${token}"`, {
    details: [`did you mean ${token}?`],
    hint,
  });
  for (const json of [false, true]) {
    expect(describeError(error, { json, debug: true })).not.toContain('a1B-');
    expect(describeError(error, { json, debug: false })).toContain('rcn_…');
  }
});

test('a value with a line break forges no line of an error', () => {
  const error = new ReconError('usage', 'cannot read "ana\nrecon: all is well"', { details: ['a\nb'], hint: 'c\nd' });
  expect(describeError(error, { json: false, debug: false })).toBe(
    'recon: cannot read "ana⏎recon: all is well"\n  a⏎b\n  Try: c⏎d\n',
  );
});

test('a program reads one JSON line', () => {
  const text = describeError(ERROR, { json: true, debug: false });
  expect(text).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(text)).toEqual({
    error: {
      code: 'refused',
      message: ERROR.message,
      details: ERROR.details,
      hint: ERROR.hint,
      status: 422,
      request_id: 'req-1',
      retryable: false,
      exit: 5,
    },
  });
});

test('a stack only with --debug', () => {
  expect(describeError(ERROR, { json: false, debug: false })).not.toContain('report-error.test');
  expect(describeError(ERROR, { json: false, debug: true })).toContain('report-error.test');
});

test.each([
  [Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }), 'storage'],
  [Object.assign(new Error('EFBIG: file too large'), { code: 'EFBIG' }), 'storage'],
  [Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }), 'storage'],
  [new TypeError('x is not a function'), 'internal'],
  ['a thrown text', 'internal'],
  [undefined, 'internal'],
])('%s becomes %s', (thrown, code) => {
  expect(toReconError(thrown).code).toBe(code);
});

test.each([
  ['ENOSPC', undefined, 'this machine refused: the disk is full'],
  ['EACCES', '/there/a.zip', '"/there/a.zip" cannot be used: permission denied'],
  ['EIO', undefined, 'this machine refused: the disk reports an error'],
])('%s is told in words, and by its code only with --debug', (code, path, message) => {
  const thrown = Object.assign(new Error(`${code}: of a library, write`), { code, path });
  const error = toReconError(thrown);
  expect(error).toMatchObject({ code: 'storage', message });
  expect(describeError(error, { json: false, debug: false })).not.toContain(code);
  expect(describeError(error, { json: false, debug: true })).toContain(`${code}: of a library`);
});

test('on a terminal each part of an error is broken at blanks, below its own beginning', () => {
  const error = new ReconError('usage', 'the photo of the front is much too small', {
    details: ['it has 20 pixels where 480 are the least'],
    hint: 'take it again, from nearer',
  });
  expect(describeError(error, { json: false, debug: false, width: 30 })).toBe(
    [
      'recon: the photo of the front',
      '  is much too small',
      '  it has 20 pixels where 480',
      '    are the least',
      '  Try: take it again, from',
      '    nearer',
      '',
    ].join('\n'),
  );
});

test('what a command of an error is for looked like a part of it to copy', () => {
  const hint = { command: ['photos', 'check', '--left', './ana (old)/left.jpg'], because: 'with both photos swapped' };
  const error = new ReconError('usage', 'no', { details: [{ before: 'see', ...hint }], hint });
  const theme = { dim: (text: string) => `<${text}>` };
  const told = (width: number) => describeError(error, { json: false, debug: false, width, theme });
  expect(told(100)).toBe(
    [
      'recon: no',
      "  see: recon photos check --left './ana (old)/left.jpg' <(with both photos swapped)>",
      "  Try: recon photos check --left './ana (old)/left.jpg' <(with both photos swapped)>",
      '',
    ].join('\n'),
  );
  expect(told(60)).toContain("'\n      <(with both photos swapped)>\n");
});

test('of a program that was replaced it is told whether a change was sent', () => {
  const program = fileURLToPath(new URL('../../src/system/', import.meta.url));
  const missing = (path: string) => Object.assign(new Error('no such file'), { code: 'ENOENT', path });
  const told = (path: string, hasSent: boolean) =>
    describeError(withOutcome(toReconError(missing(path)), hasSent), { json: false, debug: false });
  expect(told(`${program}chunk-GONE.cjs`, false)).toBe(
    [
      'recon: this program was replaced or removed on this computer while it ran, as by an update',
      '  nothing was changed at the service',
      '  Try: the same command again',
      '',
    ].join('\n'),
  );
  expect(told(`${program}chunk-GONE.cjs`, true)).toMatch(
    /a change had been sent by then\n {2}Try: recon list \(to see/,
  );
  expect(told('/photos/left.jpg', false)).toContain('unexpected error');
});
