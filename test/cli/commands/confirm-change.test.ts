import { expect, test } from 'vitest';
import { record, TOKEN } from '../../core/recorder.ts';
import { runMain } from '../../support/run-main.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test.each([
  ['its name', { name: 'Ana\nwould delete patient 9, Bo Li', reconstructions: [] }],
  ['a type', { name: 'Ana', reconstructions: [{ type: 'Face\nwould delete patient 9, Bo Li' }] }],
])('a record with a line break in %s forges no "would delete" line', async (_, patient) => {
  const { url } = await record(() => ({ body: JSON.stringify({ patient: { id: 7, ...patient } }) }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { exitCode, stderr } = await runMain(['patients', 'delete', '7', '--dry-run'], environment);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^dry run: would delete patient 7, Ana.*⏎would delete patient 9, Bo Li\n$/);
});
