import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureOf } from '../../http/quick.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openedJournal, planned } from './opened-journal.ts';

test('a request that is gone is told with the line that drops it', async () => {
  const folder = tempFolder();
  const scope = { profile: 'default', service: 'https://a.example' };
  const journal = await openedJournal({ folder, scope, holder: 'a_token_of_a_test', clock: { now: () => 1_000_000 } });
  const plan = { deed: 'delete' as const, patient: '7', request: 'r' };
  const { entry } = await planned(journal, plan, { deed: 'delete', id: '7' }, { state: 'lost' });
  rmSync(join(folder, `${entry.id}.request`));
  expect(await failureOf(journal.change(entry))).toMatchObject({
    code: 'storage',
    message: expect.stringContaining(entry.id),
    hint: { command: ['resume', entry.id, '--forget'], because: 'which drops it here' },
  });
});
