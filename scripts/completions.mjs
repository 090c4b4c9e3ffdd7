// Writes completions/ from the command tree of the built program, one file per shell.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILES = { bash: 'recon.bash', zsh: '_recon', fish: 'recon.fish', powershell: 'recon.ps1' };

mkdirSync(`${root}completions`, { recursive: true });
for (const [shell, file] of Object.entries(FILES)) {
  const script = execFileSync(process.execPath, [`${root}bin/recon.js`, 'completion', shell], { encoding: 'utf8' });
  writeFileSync(`${root}completions/${file}`, script);
}
