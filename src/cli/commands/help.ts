import type { CommandWords } from '../declare-command.ts';

export const help: CommandWords = {
  name: 'help',
  description: 'show help for a command or topic',
  arguments: (command) =>
    command.argument(
      '[topic...]',
      'a command such as `patients create`, an exit code, `commands`, `options`, `columns`, `systemd`, `upgrade`, `uninstall`, `privacy`, `exit-codes`, `environment` or `screen-reader`',
    ),
  examples: ['recon help commands', 'recon help patients import', 'recon help privacy', 'recon help 8'],
  action: async () => (await import('./help-action.ts')).showHelp,
};
