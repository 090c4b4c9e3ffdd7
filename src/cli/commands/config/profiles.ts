import type { CommandWords } from '../../declare-command.ts';

export const configProfiles: CommandWords = {
  name: 'profiles',
  description: 'list the profiles: one for each service, or for each login to one',
  examples: [
    'recon config profiles',
    'recon config set profile rehearsal',
    'recon logout --profile rehearsal --forget',
  ],
  action: async () => (await import('./profiles-action.ts')).listProfiles,
};
