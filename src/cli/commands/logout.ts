import type { CommandWords } from '../declare-command.ts';

export const logout: CommandWords = {
  name: 'logout',
  description: 'forget the login of this computer; settings stay',
  options: (command) =>
    command.option('--forget', 'forget the profile too: its address, its other settings and what is kept of it here'),
  examples: ['recon logout', 'recon logout --profile rehearsal --forget'],
  note: `Tab offers no patient’s name after it. To take the names away and stay logged in:
  recon completion --forget-names`,
  action: async () => (await import('./logout-action.ts')).logOut,
};
