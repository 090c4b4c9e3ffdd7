import type { CommandWords } from '../declare-command.ts';

export const logout: CommandWords = {
  name: 'logout',
  description: 'forget the login of this computer; settings stay',
  action: async () => (await import('./logout-action.ts')).logOut,
};
