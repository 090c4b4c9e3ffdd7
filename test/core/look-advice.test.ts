import { expect, test } from 'vitest';
import { ReconError } from '../../src/errors.ts';
import { record } from './recorder.ts';

test('a create that Ctrl-C meets on its way is told as perhaps made: not as "nothing was sent", which doubled it', async () => {
  const controller = new AbortController();
  const stop = new ReconError('interrupted', 'stopped by Ctrl-C');
  const { client } = await record(
    () => {
      // The whole request is here; its answer comes too late.
      controller.abort(stop);
      return { body: '{"patient":{"id":7}}' };
    },
    { signal: controller.signal },
  );
  await expect(client.createPatient({ patient: { name: 'Ana' } })).rejects.toMatchObject({
    code: 'interrupted',
    mayBeApplied: true,
    hint: { command: ['patients', 'list', '--name', 'Ana'] },
  });
});

test('another hint changes nothing else of an error', () => {
  const facts = { status: 409, requestId: 'r1', mayBeApplied: true, said: 'b', details: ['a'], cause: 'c' };
  const error = new ReconError('refused', 'no', facts).with({ hint: 'try that' });
  expect(error).toMatchObject({ code: 'refused', message: 'no', hint: 'try that', ...facts });
});
