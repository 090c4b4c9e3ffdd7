import type { CommandWords } from '../declare-command.ts';
import { markOwnService } from '../global-options.ts';

export const demo: CommandWords = {
  name: 'demo',
  description: 'see the whole job done on synthetic photos',
  arguments: (command) =>
    markOwnService(command).argument('[dir]', 'folder for what comes out, not there yet (default: ./recon-demo)'),
  action: async () => (await import('./demo-action.ts')).runDemo,
};
