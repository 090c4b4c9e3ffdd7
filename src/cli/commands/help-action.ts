import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { commandPath, completeCommand, termOf } from '../declare-command.ts';
import { ENVIRONMENT } from '../environment-help.ts';
import { EXIT_CODES } from '../exit-code-help.ts';
import { GLOBAL_OPTION_WORDS } from '../global-options.ts';
import { UPGRADE, uninstallOf } from '../keeping-help.ts';
import { commandMeantBy } from '../meant.ts';
import { wrapped } from '../output/wrapped.ts';
import { PRIVACY } from '../privacy-help.ts';

/** `help 'screen reader'` is the same as without the quotes. */
export async function showHelp(typed: string[], context: Context, { parent }: Pick<Command, 'parent'>): Promise<void> {
  const { streams } = context;
  const topic = typed.flatMap((words) => words.split(/\s+/).filter(Boolean));
  const about = await topicOf(topic.join(' '), parent!, context);
  // `help screen reader`: several words that mean one.
  const together = about === undefined && topic.length > 1 ? commandMeantBy(topic.join('-')) : undefined;
  if (together !== undefined) return await showHelp(topicMeant(together), context, { parent });
  if (about !== undefined) {
    const indent = Math.max(...about.map(([name]) => name.length)) + GAP;
    const width = streams.stdoutIsTty() ? streams.columns() - indent : Number.POSITIVE_INFINITY;
    for (const [name, ...texts] of about) {
      const below = texts.flatMap((text) => wrapped(text, width, (part) => part.length));
      await streams.answer(`${name.padEnd(indent)}${below.join(`\n${' '.repeat(indent)}`)}`);
    }
    return;
  }
  let command = parent!;
  for (const word of topic) {
    completeCommand(command);
    const next = command.commands.find((one) => one.name() === word);
    // `help import`: the command that the word is taken for elsewhere, too.
    const meant = next === undefined && topic.length === 1 ? commandMeantBy(word) : undefined;
    if (meant !== undefined) return await showHelp(topicMeant(meant), context, { parent });
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

const topicMeant = (command: string) => command.replace(/^help /, '').split(' ');

/** Between a name and what it means. */
const GAP = 2;

/** A name, and the texts beside it, one below the other. */
type Entry = readonly [name: string, ...texts: string[]];

async function topicOf(topic: string, program: Command, context: Context): Promise<readonly Entry[] | undefined> {
  if (topic === 'commands') return [...commandsBelow(program), ...TOPICS_BESIDE];
  if (topic === 'privacy') return PRIVACY;
  if (topic === 'columns') return (await import('../columns-help.ts')).COLUMNS;
  if (topic === 'upgrade') return UPGRADE;
  if (topic === 'uninstall') return uninstallOf((await context.configuration()).paths);
  if (topic === 'environment') return Object.entries(ENVIRONMENT);
  if (topic === 'options') return GLOBAL_OPTION_WORDS.map((one) => [...one]);
  const codes = Object.entries(EXIT_CODES).map(([exit, { meaning, repeat }]) => [
    exit.padStart(4),
    meaning,
    `run it again: ${repeat}`,
  ]) satisfies Entry[];
  if (topic === 'exit-codes') return codes;
  const code = codes.find(([exit]) => exit.trim() === topic);
  return code && [code];
}

/** Below the commands; `recon help 8` and the like explain one exit code. */
const TOPICS_BESIDE: readonly Entry[] = [
  ['help options', 'the options that every command takes'],
  ['help columns', 'what the columns of an imported list are, and how a map tells it'],
  ['help upgrade', 'the steps to a new version, and the way back'],
  ['help uninstall', 'the steps, and the folders that stay'],
  ['help privacy', 'what stays on this computer, and how to remove it'],
  ['help exit-codes', 'for scripts: how a command ended'],
  ['help environment', 'the variables of the environment that are read'],
];

/** Each that can be typed, with its words. */
function commandsBelow(command: Command): Entry[] {
  completeCommand(command);
  const below = command.commands.flatMap(commandsBelow);
  const isTyped = command.parent !== null && (below.length === 0 || command.registeredArguments.length > 0);
  const path = commandPath(command.parent ?? command)
    .split(' ')
    .slice(1);
  return [
    ...(isTyped ? [[[...path, termOf(command)].join(' '), command.description()] satisfies Entry] : []),
    ...below,
  ];
}
