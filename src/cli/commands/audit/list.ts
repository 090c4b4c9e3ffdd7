import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const auditList: CommandWords = {
  name: 'list',
  description: 'list what was done, seen and refused, the newest last',
  options: (command) =>
    withPlaceFlags(
      command
        .option(
          '--patient <patient>',
          'only lines about this patient, by id, name, e-mail or phone, and of lists that had this patient, on the screen or not',
        )
        .option('--account <name>', 'only what this account did, or what was done to it')
        .option('--label <text>', 'only what was done with the token of this label, or to it')
        .option('--since <time>', 'only lines since then, such as 12h, 30d, today or 2026-01-31')
        .option('--refused', 'only what was refused or failed, with an outcome of 400 or above')
        .option('--limit <n>', 'only the newest n lines (default: 100 where no flag above says which)')
        .option('--all', 'every line'),
    ),
  examples: [
    'recon audit list --patient 7',
    "recon audit list --patient 'Maria Silva' --since 30d",
    'recon audit list --refused --since 7d',
    'recon audit list --account dr-silva --since 7d --json',
    'recon audit list --label "front desk" --since 30d',
    'recon audit list --all -o csv > audit.csv',
    'recon audit list --since 30d -o xlsx > audit.xlsx',
  ],
  note: `On a terminal a table tells in words what was asked for and what came of it; one in a pipe, --json, -o csv and -o ndjson have the request and the status of its answer.
Tokens of several accounts may have the same label: --account NAME says which is meant.
-o xlsx is a sheet to be read: first when, who, what and which patient, in words, then the rest.
Who was on the page of a list is kept too: --patient 7 finds each list that showed patient 7 ("7 + 9 more").
In JSON, patient is the number of one patient, or null; patients has the numbers of all, also of one. -o csv and -o xlsx have such a column as their last one.
--fields takes number, time, account, token, ip, operation, patient, outcome, patients and why.
Lines stand in the order in which they were written; the time of each is when it was answered, so neighbours may differ by a moment.
The newest lines have no number yet: they get it within 2 s, when they are chained.
The audit holds no names of patients. A name is looked up among the patients that the service has now; who was deleted is found by the id alone.`,
  action: async () => (await import('./list-action.ts')).listAudit,
};
