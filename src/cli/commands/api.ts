import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import type { ApiOptions } from './api/read-request.ts';

const collect = (value: string, values: string[] = []) => [...values, value];

export function addApi(parent: Command, context: Context): void {
  const command = parent
    .command('api')
    .usage('[METHOD] PATH [options]')
    .argument('<method-or-path>', 'GET, POST, PUT or DELETE; GET when left out, POST where fields are sent')
    .argument('[path]', 'below the base URL, such as /patients/7')
    .description('make one request and print the answer as it came');
  declareOnUse(command, () => {
    command
      .option('-f, --field <name=value>', 'a text field; with GET and DELETE a query parameter', collect)
      .option('-F, --form <name=@file>', 'a form field that is a file; name=value is text', collect)
      .option('-H, --header <name:value>', 'a further request header', collect)
      .option('-i, --include', 'print status and headers too')
      .addHelpText(
        'after',
        `
Examples:
  recon api GET /patients -f per_page=2
  recon api POST /patients -f 'patient[name]=Ana' -F 'reconstruction[front]=@front.jpg'
  recon api -i DELETE /patients/7

An answer outside 200–299 is printed too; the exit code then says what it means (recon help exit-codes).`,
      )
      .action(async (first: string, second: string | undefined, options: ApiOptions) => {
        const { callApi } = await import('./api/call-api.ts');
        await callApi(second === undefined ? { path: first } : { method: first, path: second }, options, context);
      });
  });
}
