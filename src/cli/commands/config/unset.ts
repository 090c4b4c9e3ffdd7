import type { CommandWords } from '../../declare-command.ts';
import { addKey } from './get.ts';

export const configUnset: CommandWords = {
  name: 'unset',
  description: 'forget a kept value, so that the default is used again',
  arguments: addKey,
  examples: ['recon config unset clinic'],
  action: async () => (await import('./unset-action.ts')).unsetConfig,
};
