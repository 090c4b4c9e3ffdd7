import { randomUUID } from 'node:crypto';
import { updateSteps } from '../../src/core/changes/update-steps.ts';
import type { Client, UpdateInput } from '../../src/core/client.ts';
import { begunEntry } from '../../src/core/journal/line.ts';

const mark = (...values: readonly unknown[]) => JSON.stringify(values);

/** An update without a journal: its look, its request and its check, each once. */
export async function sendUpdate(client: Client, id: string, input: UpdateInput) {
  const operation = updateSteps({ deed: 'update', id, ...input }, { client, journal: { mark } }, {});
  const planned = await operation.plan({ row: undefined });
  if ('ending' in planned) throw new Error('an update is always sent');
  const entry = begunEntry({ entry: 'e', at: 0, deed: 'update', request: 'r', account: 'a', key: randomUUID() });
  return (await operation.send({ ...entry, baseline: planned.baseline })).reply;
}
