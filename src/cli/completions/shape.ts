import type { Argument, Command, Option } from 'commander';
import { PROVIDERS } from '../../contract/providers.ts';
import { RECONSTRUCTION_TYPES } from '../../contract/reconstruction.ts';

/** The values that a place of the command line takes. */
export type Takes = { kind: 'words'; words: readonly string[] } | { kind: 'file' | 'folder' | 'text' };

export type OptionShape = ReturnType<typeof optionShape>;
export type ArgumentShape = ReturnType<typeof argumentShape>;

/** One command, as every shell's script is made from it. */
export interface CommandShape {
  /** Without the program's own name: `['patients', 'list']`; empty for the program. */
  path: readonly string[];
  about: string;
  options: readonly OptionShape[];
  arguments: readonly ArgumentShape[];
  commands: readonly CommandShape[];
}

export function shapeOf(command: Command, path: readonly string[] = []): CommandShape {
  const help = command.createHelp();
  return {
    path,
    about: firstSentence(command.description()),
    // Also those that the program's own help leaves to its commands.
    options: [...new Set([...help.visibleOptions(command), ...command.options])].map(optionShape),
    arguments: command.registeredArguments.map(argumentShape),
    commands: help
      .visibleCommands(command)
      .filter((child) => command.commands.includes(child))
      .map((child) => shapeOf(child, [...path, child.name()])),
  };
}

/** The command itself and all below it. */
export function everyCommand(shape: CommandShape): CommandShape[] {
  return [shape, ...shape.commands.flatMap(everyCommand)];
}

/** Options that take words which their own declaration cannot list: each accepts more than one spelling. */
const WORDS_OF_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '--type': RECONSTRUCTION_TYPES,
  '--provider': [...new Set(PROVIDERS.flatMap(({ number, name }) => [name, String(number)]))].sort(),
};

function optionShape({ short, long, ...option }: Option) {
  const value = /[<[](.+?)[>\]]/.exec(option.flags)?.[1];
  const words = option.argChoices ?? WORDS_OF_OPTIONS[long ?? ''];
  return {
    /** `-o`, `--output`; at least one of them. */
    names: [short, long].filter((name) => typeof name === 'string'),
    about: firstSentence(option.description),
    /** undefined: the option stands alone. */
    takes: value === undefined ? undefined : takesOf(value, words),
    /** It may be given several times. */
    repeats: option.parseArg !== undefined || option.variadic,
  };
}

function argumentShape(argument: Argument) {
  return {
    name: argument.name(),
    takes: takesOf(argument.name(), argument.argChoices),
    isOptional: !argument.required,
    repeats: argument.variadic,
  };
}

function takesOf(name: string, words: readonly string[] | undefined): Takes {
  if (words !== undefined) return { kind: 'words', words };
  if (/file/i.test(name)) return { kind: 'file' };
  return { kind: /dir|folder/i.test(name) ? 'folder' : 'text' };
}

const firstSentence = (text: string) => text.split(/[;.(\n]/)[0]!.trim();
