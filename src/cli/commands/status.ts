import type { CommandWords } from '../declare-command.ts';

export const status: CommandWords = {
  name: 'status',
  description: 'show which service is in use, whether it accepts the token, and which changes are open',
  action: async () => (await import('./status-action.ts')).showStatus,
};
