import type { CommandWords } from '../../declare-command.ts';

export const patientsList: CommandWords = {
  name: 'list',
  description: 'list patients',
  options: (command) =>
    command
      .option('--name <text>', 'whose name holds this text')
      .option('--email <text>', 'whose e-mail address holds this text')
      .option('--id <id>', 'this patient; may be given several times', (id: string, ids: string[] = []) => [...ids, id])
      .option('--page <n>', 'which page (default: 1)')
      .option('--per-page <n>', 'patients per page (default: the service decides, usually 10)')
      .option('--all', 'every page')
      .option('--limit <n>', 'no more than this many'),
  examples: ['recon patients list --name silva', 'recon patients list --all -o xlsx > patients.xlsx'],
  action: async () => (await import('./list-action.ts')).listPatients,
};
