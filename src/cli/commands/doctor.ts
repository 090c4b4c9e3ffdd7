import type { CommandWords } from '../declare-command.ts';
import { withPlaceFlags } from './service-places.ts';

export const doctor: CommandWords = {
  name: 'doctor',
  description: 'look for what is wrong, and tell what to do',
  options: (command) =>
    withPlaceFlags(
      command.option('--files', 'also read every file of the service and its whole audit, which takes long'),
    ),
  examples: ['recon doctor', 'recon doctor --files --data /var/lib/recon/data'],
  note: 'With --data or --database it looks at that service alone. Without, at what this user types recon with, and at the service on this machine if there is one.',
  action: async () => (await import('./doctor-action.ts')).runDoctor,
};
