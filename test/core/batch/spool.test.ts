import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSpool } from '../../../src/core/batch/spool.ts';
import { failureOf } from '../../http/quick.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a spool that failed between its last row and its end says so, and does not wait for ever', async () => {
  const spool = createSpool(`${tempFolder()}/not-there/rows.ndjson`);
  await sleep(50);
  expect(await failureOf(spool.end())).toMatchObject({ code: 'storage' });
}, 5000);
