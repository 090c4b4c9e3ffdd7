import { type CommandWords, several } from '../../declare-command.ts';
import { ADDRESSES_NOTE, FAILURE_NOTE, STATES_NOTE, TEMPLATE_NOTE } from '../../request/flags.ts';

export const patientsList: CommandWords = {
  name: 'list',
  description: 'list patients',
  arguments: (command) =>
    command.argument('[words...]', 'whom: words of a name, an id, an e-mail address or a phone number'),
  options: (command) =>
    command
      .option('--name <text>', 'with this text, or all its words, in the name')
      .option('--email <text>', 'with this text in the e-mail address')
      .option('--phone <number>', 'with this phone number, its end, or six digits of it; signs and country may differ')
      .option('--city <text>', 'of this city, or of one that begins so')
      .option('--id <id>', 'this patient, by id or name; may be given several times', several)
      .option('--page <n>', 'which page (default: 1)')
      .option('--per-page <n>', 'patients per page (default: the service decides, usually 10)')
      .option('--all', 'every page')
      .option('--limit <n>', 'at most this many patients')
      .option(
        '--status <status>',
        'with a 3D model that is failed, generating, ready, accepted, or in another status of the service; or no-photos, or link-out, whose photos are waited for by a link; several times',
        several,
      )
      .option(
        '--since <time>',
        'changed in this time, such as 12h, 30d, today, yesterday or 2026-01-31; a list has no date of entry; --sort -id shows who was added last first',
      )
      .option(
        '--sort <field>',
        'sorted by id, player_id, name, surname (what stands before a comma in the name, or its last word), email, gender, phone, country, address, city, postal_code, state, height, weight or updated_at; with - before it in reverse, such as -updated_at',
      )
      .option('--template <text>', 'a line for each patient, with fields in braces, such as "{id} {name}"')
      .option('--watch', 'show it again every few seconds, until Ctrl-C')
      .option('--no-pager', 'show all at once, without the program of $PAGER'),
  examples: [
    'recon list silva',
    'recon list --status failed --since 7d',
    'recon list --status link-out -o xlsx > to-call.xlsx',
    'recon list -o xlsx > patients.xlsx',
    'recon list --status failed --fields id,name,failure -o xlsx > failed.xlsx',
    'recon list --all -o ndjson | jq .name',
    "recon list --all --template '{id}\\t{name}, {city}'",
  ],
  note: `A terminal shows the last added patient first; a pipe and a file get the order of the service, which is the oldest first with recon serve.
Digits alone are an id; six or more are looked for in phone numbers, too.
For Excel take -o xlsx; Excel reads the accents of a CSV wrongly. A workbook has all patients found, unless --page, --per-page or --limit says how many.
JSON is {"patients": […], "meta": {…}}.
${ADDRESSES_NOTE}
${STATES_NOTE}
With --status link-out, link_out has the types for which a link is out and link_out_until when it ends, also in JSON and CSV. “Old address” is a link that leads to where the service was: recon invite makes another one.
Who added somebody, and when, a recon service has in its audit; typed on its machine:
  recon audit list --patient NAME
In --fields, state is the region of the address, and reconstructions has the 3D models and how they are.
${FAILURE_NOTE}
${TEMPLATE_NOTE}`,
  refusesItself: '--name',
  action: async () => (await import('./list-action.ts')).listPatients,
};
