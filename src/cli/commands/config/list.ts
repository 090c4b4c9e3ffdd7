import type { CommandWords } from '../../declare-command.ts';

export const configList: CommandWords = {
  name: 'list',
  description: 'show every setting and where its value comes from',
  action: async () => (await import('./list-action.ts')).listConfig,
};
