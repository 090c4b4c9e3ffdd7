import { type CommandWords, several } from '../declare-command.ts';

export const api: CommandWords = {
  name: 'api',
  description: 'make one request and print the answer as it came',
  arguments: (command) =>
    command
      .usage('[METHOD] PATH [options]')
      .argument('<method-or-path>', 'GET, POST, PUT or DELETE; GET when left out, POST where fields are sent')
      .argument('[path]', 'below the base URL, such as /patients/7'),
  options: (command) =>
    command
      .option('-f, --field <name=value>', 'a text field; with GET and DELETE a query parameter', several)
      .option('-F, --form <name=@file>', 'a form field that is a file; name=value is text', several)
      .option('-H, --header <name:value>', 'a further request header', several)
      .option('-i, --include', 'print status and headers too'),
  examples: [
    'recon api GET /patients -f per_page=2',
    "recon api POST /patients -f 'patient[name]=Ana' -F 'reconstruction[front]=@front.jpg'",
    'recon api -i DELETE /patients/7',
  ],
  note: 'An answer outside 200–299 is printed too; the exit code then says what it means (recon help exit-codes).',
  action: async () => (await import('./api-action.ts')).callApi,
};
