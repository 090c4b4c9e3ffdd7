import type { CommandWords } from '../declare-command.ts';

export const logout: CommandWords = {
  name: 'logout',
  description: 'forget the token of the profile in use; its settings stay',
  action: async () => (await import('./logout-action.ts')).logout,
};
