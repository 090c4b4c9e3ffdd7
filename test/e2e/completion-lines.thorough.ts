import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { makeHome, RECON } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { openScreen } from './tmux-screen.ts';

/** The lines of `recon completion --help` below a heading, as a person copies them. */
function linesBelow(help: string, heading: string): string {
  const rest = help.split(`\n  ${heading}:\n`)[1] ?? '';
  return rest.slice(0, rest.search(/^ {0,3}\S|^$/m)).replaceAll(/^ {4}/gm, '');
}

/** Sets a shell up as the help tells, and opens it anew. */
async function completesAsHelpTells(shell: string, heading: string): Promise<void> {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  const programs = join(home.folder, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'recon'), `#!/bin/sh\nexec '${process.execPath}' '${RECON}' "$@"\n`, { mode: 0o755 });
  const environment = { ...home.environment, PATH: `${programs}:${home.environment.PATH}` };
  const lines = linesBelow((await home.recon(['completion', '--help'])).stdout, heading);
  expect(lines).toContain(`recon completion ${shell} > `);
  await execa(shell, ['-c', lines], { env: environment, extendEnv: false, cwd: home.folder });
  const screen = await openScreen(`${shell} -i`, { environment, folder: home.folder }, { columns: 90, rows: 20 });
  onTestFinished(() => screen.close());
  // Keys that come before the prompt may be lost.
  await screen.waitFor(/\S/);
  await screen.type('echo is ready');
  await screen.press('Enter');
  await screen.waitFor(/^is ready$/m);
  await screen.type('recon pat');
  await screen.press('Tab');
  await screen.waitFor(/recon patients/);
  await screen.type('lis');
  await screen.press('Tab');
  await screen.waitFor(/recon patients list/);
}

test.skipIf(!requireTool('tmux') || !requireTool('bash'))('the lines of the help set up bash, in an empty HOME', () =>
  completesAsHelpTells('bash', 'bash, where it prints nothing'),
);
test.skipIf(!requireTool('tmux') || !requireTool('zsh'))('the lines of the help set up zsh, in an empty HOME', () =>
  completesAsHelpTells('zsh', 'zsh'),
);
test.skipIf(!requireTool('tmux') || !requireTool('fish'))('the lines of the help set up fish, in an empty HOME', () =>
  completesAsHelpTells('fish', 'fish'),
);
