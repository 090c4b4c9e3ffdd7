import type { CommandWords } from '../declare-command.ts';

export const login: CommandWords = {
  name: 'login',
  description: 'connect to a service by base URL and token',
  options: (command) =>
    command
      .option('--token-stdin', 'read the token from standard input')
      .option('--insecure-storage', 'keep the token in a file (mode 0600) instead of the keyring'),
  examples: [
    'recon login --base-url https://clinic.example',
    'recon login --base-url https://clinic.example --token-stdin < token.txt',
    'recon login --profile rehearsal --base-url https://rehearsal.clinic.example',
  ],
  action: async () => (await import('./login-action.ts')).logIn,
};
