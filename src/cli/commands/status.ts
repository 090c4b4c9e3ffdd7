import type { CommandWords } from '../declare-command.ts';

export const status: CommandWords = {
  name: 'status',
  description: 'show which service is used, and what needs doing',
  action: async () => (await import('./status-action.ts')).showStatus,
};
