import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeEach } from '../../../src/cli/commands/change-each.ts';
import { createContext } from '../../../src/cli/context.ts';
import { NO_GLOBALS } from '../../../src/cli/globals.ts';
import { type ErrorCode, ReconError } from '../../../src/errors.ts';
import type { OutputFormat } from '../../../src/system/output-formats.ts';
import { fakeProcess } from '../fake-process.ts';

const SUCCESS = { text: '{"result":"success"}', body: { result: 'success' } };

/** Runs a change whose outcome for each id is given: an error, or nothing for a success. */
async function run(outcomes: Record<string, ErrorCode | undefined>, output: OutputFormat = 'table') {
  const { process, texts } = fakeProcess();
  const environment = { HOME: join(tmpdir(), 'no-such-home') };
  const globals = { ...NO_GLOBALS, output };
  const context = createContext({ process, environment, signal: new AbortController().signal, globals });
  const tried: string[] = [];
  const act = async (id: string) => {
    tried.push(id);
    const code = outcomes[id];
    if (code !== undefined) throw new ReconError(code, `no luck with ${id}`);
    return SUCCESS;
  };
  const error = await changeEach(Object.keys(outcomes), { done: 'deleted', act }, context).then(
    () => undefined,
    (thrown: ReconError) => ({ code: thrown.code, message: thrown.message, details: thrown.details }),
  );
  return { error, tried, stdout: texts.stdout };
}

test('each that is done is told at once', async () => {
  expect(await run({ 7: undefined, 9: undefined })).toEqual({ error: undefined, tried: ['7', '9'], stdout: '7\n9\n' });
});

test('one alone keeps its own error', async () => {
  expect((await run({ 7: 'not_found' })).error).toMatchObject({ code: 'not_found', message: 'no luck with 7' });
});

test('one that fails does not hold up the others, and is named', async () => {
  const { error, tried, stdout } = await run({ 1: undefined, 2: 'not_found', 3: undefined });
  expect({ tried, stdout }).toEqual({ tried: ['1', '2', '3'], stdout: '1\n3\n' });
  expect(error).toEqual({
    code: 'partly_failed',
    message: '1 of 3 patients not deleted',
    details: ['2: no luck with 2'],
  });
});

test.each([
  [{ 1: 'not_found', 2: 'not_found' }, 'not_found'],
  [{ 1: 'not_found', 2: 'refused' }, 'partly_failed'],
  [{ 1: undefined, 2: 'outcome_unknown', 3: 'not_found' }, 'outcome_unknown'],
  [{ 1: 'outcome_unknown', 2: 'interrupted' }, 'interrupted'],
] as const)('%j ends as %s', async (outcomes, code) => {
  expect((await run(outcomes)).error?.code).toBe(code);
});

test.each(['not_logged_in', 'interrupted', 'network'] as const)('%s stops the rest, which is told', async (code) => {
  const { error, tried } = await run({ 1: undefined, 2: code, 3: undefined });
  expect(tried).toEqual(['1', '2']);
  expect(error?.message).toBe('2 of 3 patients not deleted');
  expect(error?.details).toContain('not tried: 3');
});

test('JSON is the service’s answer for one, and says whose it is for several', async () => {
  expect((await run({ 7: undefined }, 'json')).stdout).toBe('{"result":"success"}\n');
  expect(JSON.parse((await run({ 7: undefined, 8: 'not_found' }, 'json')).stdout)).toEqual([
    { id: 7, result: 'success' },
  ]);
  expect((await run({ 7: undefined, 9: undefined }, 'ndjson')).stdout).toBe(
    '{"id":7,"result":"success"}\n{"id":9,"result":"success"}\n',
  );
  expect((await run({ 7: 'not_found' }, 'json')).stdout).toBe('');
});
