import type { Command } from 'commander';
import { ReconError } from '../errors.ts';
import type { Context } from './context.ts';
import { addGlobalOptions } from './global-options.ts';
import { wrapCommand, wrapText } from './output/wrap-line.ts';

interface Words {
  name: string;
  description: string;
  /** At the end of the help. */
  note?: string;
}

/** One command: what is typed and shown of it. What it does stands in the file beside it, loaded when it runs. */
export interface CommandWords extends Words {
  arguments?(command: Command): Command;
  options?(command: Command): Command;
  /** Lines to type, under the help. */
  examples?: readonly string[];
  /** Commands whose word stands in the place of its first argument: `backup verify` beside `backup DIR`. */
  commands?: readonly CommandWords[];
  /** The flag whose second value the action refuses: all its values are the option `severalOf`. */
  refusesItself?: string;
  action(): Promise<Action>;
}

/** Takes the arguments, the options where the command has any, the context, and the command itself. */
type Action = (...given: never[]) => Promise<void>;

/** `patients`: a word before commands, or before groups such as `accounts tokens`. */
export interface GroupWords extends Words {
  commands: readonly (CommandWords | GroupWords)[];
}

/** The rest of each command, declared when it is typed: a start that declares all of it costs several times more. */
const undeclared = new WeakMap<Command, () => void>();

export function declare(parent: Command, words: CommandWords | GroupWords, context: Context): void {
  const command = parent.command(words.name).description(words.description);
  if ('action' in words) declareCommand(command, words, context);
  else declareGroup(command, words, context);
}

function declareGroup(group: Command, words: GroupWords, context: Context): void {
  group.helpCommand(false);
  undeclared.set(group, () => {
    for (const one of words.commands) declare(group, one, context);
    addWordsBelow(group, words, context);
    declareWhenTyped(group);
  });
}

function declareCommand(command: Command, words: CommandWords, context: Context): void {
  words.arguments?.(command);
  undeclared.set(command, () => {
    words.options?.(command);
    refuseTwoValues(command, words.refusesItself);
    addWordsBelow(command, words, context);
    if (words.commands !== undefined) declareBeside(command, words.commands, context);
  });
  command.action(async (...given: unknown[]) => {
    const act = (await words.action()) as (...given: unknown[]) => Promise<void>;
    await act(...given.slice(0, words.options === undefined ? -2 : -1), context, command);
  });
}

/** For an option that may be given several times. */
export const several = (value: string, before: readonly string[] | undefined) => [...(before ?? []), value];

/** Commander takes the last of two values: half of a search, or the wrong photo. */
function refuseTwoValues(command: Command, refusesItself?: string): void {
  for (const option of command.options) {
    // A second parameter is what was given before.
    const takesSeveral = option.variadic || (option.parseArg?.length ?? 0) > 1;
    if (takesSeveral || (!option.required && !option.optional)) continue;
    const values = new Set<string>();
    command.on(`option:${option.name()}`, (value: string) => {
      if (values.add(value).size === 1) return;
      // The value may be a patient's name, which no log has.
      if (option.long === refusesItself) command.setOptionValue('severalOf', [...values]);
      else throw new ReconError('usage', `${option.long} is given twice, and takes one value`);
    });
  }
}

/** Commander does not break them. */
function addWordsBelow(
  command: Command,
  { examples = [], note }: Pick<CommandWords, 'examples' | 'note'>,
  { streams }: Context,
): void {
  const linesOf = (example: string) => wrapCommand(example, streams.columns() - 2);
  if (examples.length > 0) {
    command.addHelpText('after', () => ['\nExamples:', ...examples.flatMap(linesOf)].join('\n  '));
  }
  if (note === undefined) return;
  command.addHelpText('after', () => `\n${wrapText(note, streams.columns())}`);
}

function declareBeside(command: Command, commands: readonly CommandWords[], context: Context): void {
  for (const words of commands) declare(command, words, context);
  command.helpCommand(false).enablePositionalOptions();
  declareWhenTyped(command);
}

/** Has each command on the way to the typed one completed before it reads its arguments. */
export function declareWhenTyped(parent: Command): void {
  parent.hook('preSubcommand', (_parent, command) => completeCommand(command));
}

/** Declares what waits until a command is typed: a group's commands, a command's options. */
export function completeCommand(command: Command): void {
  declareRest(command);
  const isLeaf = command.commands.length === 0 || command.registeredArguments.length > 0;
  if (command.parent === null || isLeaf) addGlobalOptions(command);
}

/** Declares the whole tree, for those who read it: completions. */
export function completeAll(command: Command): void {
  completeCommand(command);
  command.commands.forEach(completeAll);
}

function declareRest(command: Command): void {
  undeclared.get(command)?.();
  undeclared.delete(command);
}

/** `recon patients list`, as it is typed. */
export function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}

/** `invite [patient]`: that a command has options goes without saying. */
export function termOf(command: Command): string {
  const places = command.registeredArguments.map((place) => {
    const name = `${place.name()}${place.variadic ? '...' : ''}`;
    return place.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...places].join(' ');
}
