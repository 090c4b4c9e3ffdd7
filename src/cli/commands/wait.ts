import type { CommandWords } from '../declare-command.ts';
import { typeOption, whose } from '../request/flags.ts';

export const wait: CommandWords = {
  name: 'wait',
  description: 'wait until the 3D models of patients are ready',
  arguments: (command) => command.argument('[patient...]', whose('patients to wait for')),
  options: (command) =>
    command
      .addOption(typeOption('only for this kind of 3D model'))
      .option('--wait-timeout <duration>', 'how long to wait (default: 30m)')
      .option('--preview', 'then draw the model in this terminal'),
  note: 'Without a patient, those whose models are being made are found and offered.',
  examples: [
    'recon wait',
    'recon wait 7',
    'recon wait last --preview',
    'recon wait 7 9 --type face --wait-timeout 10m',
  ],
  action: async () => (await import('./wait-action.ts')).waitUntilReady,
};
