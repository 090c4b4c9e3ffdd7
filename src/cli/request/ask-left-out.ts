import type { Command } from 'commander';
import { remarkOn } from '../completions/word-remarks.ts';
import type { Context } from '../context.ts';
import type { Prompt } from '../io/prompt.ts';
import { capital } from './flags.ts';

/** What a command line lacks, as commander names it: an argument, `name`, or an option, `--label <text>`. */
export interface LeftOut {
  argument?: string | undefined;
  option?: string | undefined;
}

/** Asks for the one thing that a command line lacks. @returns the words that say it; undefined where it is not known */
export async function askForLeftOut(
  command: Command,
  { argument, option }: LeftOut,
  context: Context,
): Promise<string[] | undefined> {
  const place = command.registeredArguments.find((one) => one.name() === argument);
  if (place !== undefined) return [await askForValue(place.name(), place, await context.prompt())];
  const flag = command.options.find((one) => one.flags === option);
  if (flag === undefined) return undefined;
  return [`${flag.long}=${await askForValue(flag.name(), flag, await context.prompt())}`];
}

/** Names of arguments that tell nobody what to type. */
const PLACES: Readonly<Record<string, string>> = { to: 'FOLDER', from: 'FOLDER', 'method-or-path': 'PATH' };

/**
 * All that a command line lacks, with the whole line. What was typed does not stand on it: a token may be a word of it.
 * undefined where nothing is missing.
 */
export function allLeftOut(command: Command): { missing: string[]; line: string[] } | undefined {
  const places = command.registeredArguments.filter(({ required }) => required);
  const flags = command.options.filter(({ mandatory }) => mandatory);
  const missing = [
    ...places.filter((_, at) => command.args[at] === undefined).map((place) => place.name()),
    ...flags
      .filter((flag) => command.getOptionValue(flag.attributeName()) === undefined)
      .map(({ long, argChoices }) => (argChoices === undefined ? long! : `${long} (${argChoices.join(', ')})`)),
  ];
  const line = [
    ...places.map((place) => PLACES[place.name()] ?? place.name().toUpperCase()),
    ...flags.flatMap(({ long, flags: words }) => [long!, (/<(.+)>/.exec(words)?.[1] ?? 'VALUE').toUpperCase()]),
  ];
  return missing.length === 0 ? undefined : { missing, line };
}

/** Names of a usage line that are no words of a question. */
const QUESTIONS: Readonly<Record<string, string>> = {
  to: 'Where to keep the backup',
  from: 'Where the backup is',
  key: 'Which setting',
  'method-or-path': 'Method or path',
};

function askForValue(
  name: string,
  { description, argChoices }: { description: string; argChoices?: readonly string[] | undefined },
  prompt: Prompt,
): Promise<string> {
  const what = QUESTIONS[name] ?? capital(name);
  if (argChoices !== undefined) {
    return prompt.choose(
      `${what}:`,
      argChoices.map((value) => {
        const remark = remarkOn(`--${name}`, value);
        return { value, name: remark === '' ? value : `${value}: ${remark}` };
      }),
    );
  }
  const about = description.replace(/ \(required\)$/, '');
  const question = about === '' ? `${what}:` : `${what} (${about}):`;
  return prompt.text(question, (answer) => (answer === '' ? 'nothing was typed' : undefined));
}
