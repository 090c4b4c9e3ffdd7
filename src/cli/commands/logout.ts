import type { CommandWords } from '../declare-command.ts';

export const logout: CommandWords = {
  name: 'logout',
  description: 'forget the token in use; settings stay',
  action: async () => (await import('./logout-action.ts')).logOut,
};
