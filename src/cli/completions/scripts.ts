import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { commandTree } from './command-tree.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import { zshScript } from './zsh.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

const WRITERS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

/** Names of the files in completions/, as each shell looks for them. */
export const SCRIPT_FILES: Readonly<Record<Shell, string>> = {
  bash: 'recon.bash',
  zsh: '_recon',
  fish: 'recon.fish',
  powershell: 'recon.ps1',
};

export const completionScript = (program: Command, shell: Shell): string => WRITERS[shell](commandTree(program));
