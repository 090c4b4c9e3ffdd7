import type { CommandWords } from '../declare-command.ts';

export const login: CommandWords = {
  name: 'login',
  description: 'connect to a service, by its token or by OAuth',
  options: (command) =>
    command
      .option('--token-stdin', 'read the token from standard input')
      .option('--oauth', 'log in with a browser at the issuer of the service’s tokens')
      .option('--issuer <url>', 'that issuer; what the service says if left out')
      .option('--client-id <id>', 'the client registered there for recon; likewise')
      .option('--scope <scopes>', 'what to ask the issuer for, separated by spaces; likewise')
      .option('--device', 'log in with a browser of another device, by a code')
      .option('--no-open', 'only show the address, open no browser')
      .option('--insecure-storage', 'keep the token in a file (mode 0600) instead of the keyring'),
  examples: [
    'recon login --base-url https://clinic.example',
    'recon login --base-url https://clinic.example --token-stdin < token.txt',
    'recon login --base-url https://clinic.example --oauth',
    'recon login --profile rehearsal --base-url https://rehearsal.clinic.example',
  ],
  action: async () => (await import('./login-action.ts')).logIn,
};
