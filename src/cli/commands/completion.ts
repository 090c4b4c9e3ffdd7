import { Argument } from 'commander';
import type { CommandWords } from '../declare-command.ts';

export const completion: CommandWords = {
  name: 'completion',
  description: 'print a script that completes words by Tab',
  arguments: (command) =>
    command.addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish', 'powershell'])),
  note: `To have it in every new terminal:
  bash:
    recon completion bash \\
      > ~/.local/share/bash-completion/completions/recon
  zsh:
    recon completion zsh > "\${fpath[1]}/_recon"
  fish:
    recon completion fish > ~/.config/fish/completions/recon.fish
  powershell:
    recon completion powershell >> $PROFILE`,
  action: async () => (await import('./completion-action.ts')).printCompletion,
};
