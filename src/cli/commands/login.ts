import type { CommandWords } from '../declare-command.ts';

export const login: CommandWords = {
  name: 'login',
  description: 'connect to a service, by its token or by OAuth',
  options: (command) =>
    command
      .option('--token-stdin', 'read the token from standard input')
      .option('--oauth', 'log in with a browser, at the issuer of the tokens that the service takes')
      .option('--issuer <url>', 'address of that issuer (default: what the service says)')
      .option('--client-id <id>', 'the client registered there for recon (default: what the service says)')
      .option('--scope <scopes>', 'what to ask the issuer for, separated by spaces (default: what the service says)')
      .option('--device', 'log in with a browser of another device, by a code')
      .option('--no-open', 'only show the address, open no browser')
      .option('--insecure-storage', 'keep the token in a file (mode 0600) instead of the keyring'),
  examples: [
    'recon login --base-url https://clinic.example',
    'recon login --base-url https://clinic.example --token-stdin < token.txt',
    'recon login --base-url https://clinic.example --oauth',
    'recon login --profile rehearsal --base-url https://rehearsal.clinic.example',
  ],
  note: `Where the clinic has an authority (CA) of its own, its certificate comes first:
  recon config set ca-file FILE
Where a service has moved, one line takes its profile there, with all its settings:
  recon login --profile NAME --base-url URL
recon config profiles tells the names. Without --profile the address gets a profile of its own, or the one in use that has it; a login that is there is replaced.
For two accounts of one service, name a profile for each.
A script needs no login: it sets RECON_TOKEN_FILE=FILE and RECON_BASE_URL=URL instead.`,
  action: async () => (await import('./login-action.ts')).logIn,
};
