import type { CommandWords } from '../declare-command.ts';
import { markOwnService } from '../global-options.ts';

export const demo: CommandWords = {
  name: 'demo',
  description: 'see the whole job done on synthetic photos',
  arguments: (command) =>
    markOwnService(command).argument('[dir]', 'folder for what comes out, not there yet (default: ./recon-demo)'),
  examples: ['recon demo', 'recon demo ./look'],
  note: 'It needs no service and no login, and changes nothing of yours: it runs a service of its own until it ends.',
  action: async () => (await import('./demo-action.ts')).runDemo,
};
