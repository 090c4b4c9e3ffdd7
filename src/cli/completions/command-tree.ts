import type { Argument, Command, Option } from 'commander';
import { isRefused } from '../global-options.ts';
import { argumentTakes, optionTakes } from './taken-values.ts';

export type OptionNode = ReturnType<typeof optionNode>;
export type ArgumentNode = ReturnType<typeof argumentNode>;

/** One command, as every shell's script is made from it. */
export interface CommandNode {
  /** Without the program's own name: `['patients', 'list']`; empty for the program. */
  path: readonly string[];
  about: string;
  options: readonly OptionNode[];
  arguments: readonly ArgumentNode[];
  commands: readonly CommandNode[];
}

export function commandTree(command: Command, path: readonly string[] = []): CommandNode {
  const help = command.createHelp();
  return {
    path,
    about: firstSentence(command.description()),
    // Also those that the program's own help leaves to its commands.
    options: [...new Set([...help.visibleOptions(command), ...command.options])]
      .filter((one) => !isRefused(command, one))
      .map((one) => optionNode(one, path)),
    arguments: command.registeredArguments.map((one) => argumentNode(one, path)),
    commands: help
      .visibleCommands(command)
      .filter((child) => command.commands.includes(child))
      .map((child) => commandTree(child, [...path, child.name()])),
  };
}

/** The command itself and all below it. */
export function everyCommand(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(everyCommand)];
}

function optionNode(option: Option, path: readonly string[]) {
  return {
    /** `-o`, `--output`; at least one of them. */
    names: [option.short, option.long].filter((name) => typeof name === 'string'),
    about: firstSentence(option.description),
    /** undefined: the option stands alone. */
    takes: optionTakes(option, path),
    /** It may be given several times. */
    repeats: option.parseArg !== undefined || option.variadic,
  };
}

function argumentNode(argument: Argument, path: readonly string[]) {
  return {
    name: argument.name(),
    takes: argumentTakes(argument, path),
    isOptional: !argument.required,
    repeats: argument.variadic,
  };
}

/** A dot within a number or an address ends no sentence. */
const firstSentence = (text: string) => text.split(/[;(\n]|\.(?=\s|$)/)[0]!.trim();
