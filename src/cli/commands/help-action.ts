import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { completeCommand } from '../declare-command.ts';
import { EXIT_CODES } from '../exit-code-help.ts';
import { wrapped } from '../output/wrapped.ts';

/** Cells before the words about an exit code. */
const INDENT = 6;

export async function showHelp(topic: string[], { streams }: Context, { parent }: Command): Promise<void> {
  if (topic.join(' ') === 'exit-codes') {
    const width = streams.stdoutIsTty() ? streams.columns() - INDENT : Number.POSITIVE_INFINITY;
    for (const [exit, { meaning, repeat }] of Object.entries(EXIT_CODES)) {
      const lines = [...wrapped(meaning, width, (text) => text.length), `run it again: ${repeat}`];
      const below = lines.join(`\n${' '.repeat(INDENT)}`);
      await streams.answer(`${exit.padStart(INDENT - 2)}  ${below}`);
    }
    return;
  }
  let command = parent!;
  for (const word of topic) {
    completeCommand(command);
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) {
      throw new ReconError('usage', `there is no help on ${JSON.stringify(topic.join(' '))}`, {
        hint: { command: ['--help'] },
      });
    }
    command = next;
  }
  completeCommand(command);
  // Ends the command by an error of commander's, which main answers with the help that was written.
  command.help();
}
