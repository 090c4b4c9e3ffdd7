import type { CommandWords } from '../declare-command.ts';

export const status: CommandWords = {
  name: 'status',
  description: 'show the service, its token and what needs doing',
  action: async () => (await import('./status-action.ts')).showStatus,
};
