import type { Argument, Command, Option } from 'commander';
import { PROVIDERS } from '../../contract/providers.ts';
import { RECONSTRUCTION_TYPES } from '../../contract/reconstruction.ts';

/** The values that a place of the command line takes. */
export type Takes = { kind: 'words'; words: readonly string[] } | { kind: 'file' | 'folder' | 'text' };

export interface OptionShape {
  /** `-o`, `--output`; at least one of them. */
  short?: string;
  long?: string;
  about: string;
  /** undefined: the option stands alone. */
  takes?: Takes;
  /** It may be given several times. */
  repeats: boolean;
}

export interface ArgumentShape {
  name: string;
  takes: Takes;
  isOptional: boolean;
  repeats: boolean;
}

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

export const optionNames = ({ short, long }: OptionShape): string[] =>
  [short, long].filter((name) => name !== undefined);

/** Options that take words which their own declaration cannot list: each accepts more than one spelling. */
const WORDS_OF_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '--type': RECONSTRUCTION_TYPES,
  '--provider': [...new Set(PROVIDERS.flatMap(({ number, name }) => [name, String(number)]))].sort(),
};

function optionShape(option: Option): OptionShape {
  const value = /[<[](.+?)[>\]]/.exec(option.flags)?.[1];
  const words = option.argChoices ?? WORDS_OF_OPTIONS[option.long ?? ''];
  return {
    ...(option.short !== undefined && { short: option.short }),
    ...(option.long !== undefined && option.long !== null && { long: option.long }),
    about: firstSentence(option.description),
    ...(value !== undefined && { takes: takesOf(value, words) }),
    repeats: option.parseArg !== undefined || option.variadic,
  };
}

function argumentShape(argument: Argument): ArgumentShape {
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
