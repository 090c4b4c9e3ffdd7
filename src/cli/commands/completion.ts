import { Argument } from 'commander';
import type { CommandWords } from '../declare-command.ts';

export const completion: CommandWords = {
  name: 'completion',
  description: 'print a script that completes words by Tab',
  arguments: (command) =>
    command.addArgument(new Argument('[shell]', 'which shell').choices(['bash', 'zsh', 'fish', 'powershell'])),
  options: (command) =>
    command.option('--forget-names', 'take away the names of patients that Tab offers; the login stays'),
  examples: ['recon completion bash', 'recon completion --forget-names'],
  note: `To have it in every new terminal of yours:
  bash with its package bash-completion, where this prints a number:
    echo $BASH_COMPLETION_VERSINFO
  then:
    mkdir -p ~/.local/share/bash-completion/completions
    recon completion bash \\
      > ~/.local/share/bash-completion/completions/recon
  bash, where it prints nothing:
    recon completion bash > ~/.recon-completion.bash
    echo '. ~/.recon-completion.bash' >> ~/.bashrc
  zsh:
    mkdir -p ~/.zfunc
    recon completion zsh > ~/.zfunc/_recon
    echo 'fpath=(~/.zfunc $fpath); autoload -U compinit; compinit' >> ~/.zshrc
  fish:
    mkdir -p ~/.config/fish/completions
    recon completion fish > ~/.config/fish/completions/recon.fish
  powershell:
    recon completion powershell >> $PROFILE

Once for all users of a machine, and again after an upgrade:
  bash with its package bash-completion:
    recon completion bash | sudo tee >/dev/null \\
      /usr/share/bash-completion/completions/recon
  bash without it:
    recon completion bash | sudo tee >/dev/null /etc/recon-completion.bash
    echo '. /etc/recon-completion.bash' | sudo tee -a /etc/bash.bashrc
  zsh, where its own settings run compinit:
    sudo mkdir -p /usr/local/share/zsh/site-functions
    recon completion zsh | sudo tee >/dev/null \\
      /usr/local/share/zsh/site-functions/_recon
  fish:
    recon completion fish | sudo tee >/dev/null \\
      /usr/share/fish/vendor_completions.d/recon.fish
  powershell, as an administrator:
    recon completion powershell >> $PROFILE.AllUsersAllHosts

Where this computer has a keyring, Tab offers the names of patients that were shown here in the last 15 minutes. They are in a file of the user, encrypted with a key that only the keyring has; without a keyring no name is kept. To take them away at once, before somebody else sits down here:
  recon completion --forget-names
This lists the files of all users that hold names, and nothing where none does:
  sudo find /home /root /var/lib -path '*/recon/names/*.names' -size +0`,
  action: async () => (await import('./completion-action.ts')).complete,
};
