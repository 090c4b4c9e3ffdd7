import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { failureOf } from '../../src/http/failure.ts';

test('a part of the program that is gone was told as a connection that failed', () => {
  const path = fileURLToPath(new URL('../../src/system/multipart-GONE.cjs', import.meta.url));
  const thrown = Object.assign(new Error('no such file'), { code: 'ENOENT', path });
  const reached = { host: 'clinic.example', loopback: false, started: false, sentAll: false, answered: false };
  const { applied, retry, error } = failureOf(thrown, reached);
  expect([applied, retry, error.code]).toEqual(['no', false, 'storage']);
  expect(error.message).toContain('this program was replaced');
  expect(failureOf({ ...thrown, path: '/elsewhere' }, reached).error.message).toContain('the connection to');
});
