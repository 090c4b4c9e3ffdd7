import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { followTlsFiles } from '../../src/service/tls-files.ts';
import { requireTool } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';
import { tempFolder } from '../support/temp-folder.ts';

const INFORMED = /^TLS: the changed certificate is in use, until \d{4}-\d\d-\d\d$/;

test.runIf(requireTool('openssl'))('a renewed certificate is news and no fault; one that has expired is', async () => {
  const folder = tempFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const [first, second, third] = [0, 1, 2].map(() => selfSigned('IP:127.0.0.1'));
  const put = (pair: typeof first) => {
    writeFileSync(files.cert, pair!.cert);
    writeFileSync(files.key, pair!.key);
  };
  put(first);
  const told: [string, string | undefined][] = [];
  let now = Date.now();
  const onLog = (line: string, weight?: string) => void told.push([line, weight]);
  const pairs: (typeof first)[] = [];
  let trouble: string | undefined;
  const onTrouble = (why: string | undefined) => {
    trouble = why;
  };
  const onPair = (pair: NonNullable<typeof first>) => void pairs.push(pair);
  onTestFinished(followTlsFiles(files, first!, { onPair, onLog, onTrouble, now: () => now, everyMs: 20 }));
  put(second);
  await vi.waitFor(() => expect(told).toEqual([[expect.stringMatching(INFORMED), 'news']]), 5_000);
  // One that has ended took the place of one that still worked.
  now += 1.5 * 86_400_000;
  put(selfSigned('IP:127.0.0.1', { days: 1 }));
  const stays = /^TLS: the changed certificate ended on .*; the earlier one stays, until \d{4}-\d\d-\d\d$/;
  await vi.waitFor(() => expect(told[1]).toEqual([expect.stringMatching(stays), 'fault']), 5_000);
  expect(pairs).toEqual([second]);
  expect(trouble).toBe('the certificate in them has ended');
  now += 1.5 * 86_400_000;
  put(third);
  const expired = expect.stringMatching(/^TLS: the changed certificate is in use, but it /);
  await vi.waitFor(() => expect(told[2]).toEqual([expired, 'fault']), 5_000);
  expect(pairs).toEqual([second, third]);
});
