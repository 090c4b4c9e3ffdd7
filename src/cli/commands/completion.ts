import { Argument, type Command } from 'commander';
import type { Shell } from '../completions/scripts.ts';
import type { Context } from '../context.ts';
import { declareAll } from '../declare-on-use.ts';
import { addGlobalOptionsBelow } from '../global-options.ts';

export function addCompletion(parent: Command, context: Context): void {
  parent
    .command('completion')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish', 'powershell']))
    .description('print a completion script: Tab then offers commands, flags and their values')
    .addHelpText(
      'after',
      `
To have it in every new terminal:
  bash        recon completion bash > ~/.local/share/bash-completion/completions/recon
  zsh         recon completion zsh > "\${fpath[1]}/_recon"
  fish        recon completion fish > ~/.config/fish/completions/recon.fish
  powershell  recon completion powershell >> $PROFILE`,
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completions/scripts.ts');
      declareAll(parent);
      addGlobalOptionsBelow(parent);
      await context.streams.write(completionScript(parent, shell));
    });
}
