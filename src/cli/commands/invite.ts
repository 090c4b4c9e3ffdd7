import type { CommandWords } from '../declare-command.ts';
import { typeOption } from '../request/flags.ts';

export const invite: CommandWords = {
  name: 'invite',
  description: 'make a link where a patient sends the photos',
  arguments: (command) => command.argument('<patient-id>', 'the patient'),
  options: (command) => command.addOption(typeOption().makeOptionMandatory()),
  examples: ['recon invite 7 --type face'],
  action: async () => (await import('./invite-action.ts')).makeInvitation,
};
