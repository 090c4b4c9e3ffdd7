import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import type { LoginOptions } from './login/login.ts';

export function addLogin(parent: Command, context: Context): void {
  const command = parent.command('login').description('connect to a service: its base URL and an access token');
  declareOnUse(command, () => {
    command
      .option('--token-stdin', 'read the token from standard input')
      .option('--insecure-storage', 'keep the token in a file (mode 0600) instead of the keyring')
      .addHelpText(
        'after',
        `
Examples:
  recon login --base-url https://clinic.example
  recon login --base-url https://clinic.example --token-stdin < token.txt
  recon login --profile rehearsal --base-url https://rehearsal.clinic.example`,
      )
      .action(async (options: LoginOptions) => {
        const { login } = await import('./login/login.ts');
        await login(options, context);
      });
  });
}
