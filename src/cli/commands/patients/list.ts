import type { CommandWords } from '../../declare-command.ts';

const several = (value: string, values: string[] = []) => [...values, value];

export const patientsList: CommandWords = {
  name: 'list',
  description: 'list patients',
  options: (command) =>
    command
      .option('--name <text>', 'whose name holds this text')
      .option('--email <text>', 'whose e-mail address holds this text')
      .option('--id <id>', 'this patient; may be given several times', several)
      .option('--page <n>', 'which page (default: 1)')
      .option('--per-page <n>', 'patients per page (default: the service decides, usually 10)')
      .option('--all', 'every page')
      .option('--limit <n>', 'no more than this many')
      .option('--status <status>', 'with a reconstruction of this status, such as failed; several times', several)
      .option('--since <time>', 'changed in this time, such as 12h, 30d, today or 2026-01-31')
      .option('--sort <field>', 'sorted by a field; from its end with - before it, such as -updated_at')
      .option('--watch', 'show it again every few seconds, until Ctrl-C')
      .option('--no-pager', 'not through the program of $PAGER'),
  examples: [
    'recon patients list --name silva',
    'recon patients list --status failed --since 7d',
    'recon patients list --all -o xlsx > patients.xlsx',
  ],
  action: async () => (await import('./list-action.ts')).listPatients,
};
