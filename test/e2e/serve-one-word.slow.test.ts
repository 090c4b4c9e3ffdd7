import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/recon-home.ts';

test('the line for a word that is the data folder keeps the flags that were typed', async () => {
  const home = await makeHome();
  try {
    const typed = ['serve', '--ready-after', '1s', 'desk1', '--fail', '0.1'];
    const { exitCode, stderr } = await home.recon(typed);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'Try: recon serve --data desk1 --ready-after 1s --fail 0.1 (which keeps the data in that folder)\n',
    );
    expect(stderr).toContain('recon serve --ready-after 1s --fail 0.1 -- COMMAND ARGUMENTS...\n');
  } finally {
    await home.remove();
  }
});

test('the line for a script that is not there, or may not be run, made a folder of its name', async () => {
  const home = await makeHome();
  try {
    const told = async (word: string) => (await home.recon(['serve', '--', word])).stderr;
    const missing = await told('./night.sh');
    expect(missing).toContain('cannot run "./night.sh": there is no such program');
    expect(missing).toContain('Try: recon serve -- COMMAND ARGUMENTS...\n');
    expect(missing).not.toContain('--data');
    await writeFile(join(home.folder, 'night'), '#!/bin/sh\n', { mode: 0o644 });
    expect(await told('./night')).toContain('Try: chmod +x ./night (which lets a script be run)\n');
  } finally {
    await home.remove();
  }
});
