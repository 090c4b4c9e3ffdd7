import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { declareBelow } from '../declare-on-use.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { addGlobalOptions } from '../global-options.ts';

export function addHelp(parent: Command, context: Context): void {
  parent
    .command('help')
    .argument('[topic...]', 'a command such as `patients create`, or `exit-codes`')
    .description('show help for a command or topic')
    .action((topic: string[]) => showHelp(parent, topic, context));
}

async function showHelp(program: Command, topic: string[], { streams }: Context): Promise<void> {
  if (topic.join(' ') === 'exit-codes') {
    for (const { exit, meaning, repeat } of EXIT_CODES) {
      await streams.answer(`${String(exit).padStart(4)}  ${meaning}\n      repeat: ${repeat}`);
    }
    return;
  }
  let command = program;
  for (const word of topic) {
    declareBelow(command);
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) {
      throw new ReconError('usage', `there is no help on ${JSON.stringify(topic.join(' '))}`, { hint: 'recon --help' });
    }
    command = next;
  }
  declareBelow(command);
  if (command.commands.length === 0) addGlobalOptions(command);
  // Ends the command by an error of commander's, which main answers with the help that was written.
  command.help();
}
