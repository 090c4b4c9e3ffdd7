import { type Command, CommanderError } from 'commander';
import { type Advice, ReconError } from '../errors.ts';
import type { Context } from './context.ts';
import { commandPath, completeCommand } from './declare-command.ts';
import { declareCommands } from './program.ts';
import { refuseBrokenBytes } from './typed-text.ts';

/** Reads the arguments and does what they say. Throws what `report-error.ts` can describe. */
export async function runCommand(context: Context, args: string[]): Promise<void> {
  refuseBrokenBytes(args, context.environment);
  let shown = '';
  const program = declareCommands(context, (text) => {
    shown += text;
  });
  // `recon --json patients list`: rare, and a dozen options are a tenth of what a start declares.
  if (/^-(?!h$|-help$)/.test(args[0] ?? '')) completeCommand(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const added = await askForLeftOut(program, args, error, context);
    if (added !== undefined) return await runCommand(context, [...args, ...added]);
    if (!SHOWN_ON_REQUEST.includes(error.code))
      throw await usageError(error, typedCommand(program, upToUnknown(args, error)), args);
    await refuseUnknownCommand(program, args, error);
    await showHelp(shown, context);
  }
}

/** What is longer than the screen goes through `$PAGER`, as a list does. */
async function showHelp(text: string, context: Context): Promise<void> {
  if (!context.streams.stdoutIsTty()) return await context.streams.write(text);
  const { openPager } = await import('./open-pager.ts');
  const paged = openPager(true, context);
  await paged.write(text);
  await paged.end();
}

/** At a terminal, the words for what the command line lacks, asked for. */
async function askForLeftOut(
  program: Command,
  args: readonly string[],
  { code, message }: CommanderError,
  context: Context,
): Promise<string[] | undefined> {
  const lacks = {
    argument: code === 'commander.missingArgument' ? /'(.+)'/.exec(message)?.[1] : undefined,
    option: code === 'commander.missingMandatoryOptionValue' ? /'(.+)'/.exec(message)?.[1] : undefined,
  };
  // What comes after `--` is for another program.
  if ((lacks.argument ?? lacks.option) === undefined || args.includes('--') || !context.mayAsk()) return undefined;
  const { askForLeftOut: ask } = await import('./request/ask-left-out.ts');
  return await ask(typedCommand(program, args), lacks, context);
}

/**
 * `recon patients lst --help` asks about a command that is not there; the help of `patients` is no answer to it. What comes
 * behind such a word leads nowhere, such as `list` in `recon user list --help`.
 */
async function refuseUnknownCommand(program: Command, args: readonly string[], shown: CommanderError): Promise<void> {
  let command = program;
  let word: string | undefined;
  for (const one of args) {
    const next = command.commands.find((known) => known.name() === one);
    if (next === undefined) {
      word = one;
      break;
    }
    command = next;
  }
  if (shown.code !== 'commander.helpDisplayed' || command.commands.length === 0) return;
  if (word === undefined || word.startsWith('-')) return;
  const { meantLine } = await import('./meant.ts');
  const { nearest } = await import('../system/nearest.ts');
  const meant = meantLine(command, args, word);
  const names = command.createHelp().visibleCommands(command);
  const [like] = meant
    ? []
    : nearest(
        word,
        names.map((one) => one.name()),
      );
  if (like === undefined) {
    throw new ReconError('usage', `unknown command '${word}'`, { hint: meant ?? helpOf(commandPath(command)) });
  }
  throw new ReconError('usage', `unknown command '${word}'; did you mean ${like}?`, {
    hint: { command: args.map((one) => (one === word ? like : one)) },
  });
}

/** `--help`, `--version`, and a group without a command, which answers with its help as `gh` does. */
const SHOWN_ON_REQUEST = ['commander.helpDisplayed', 'commander.version', 'commander.help'];

/** What comes after a word that is no command leads nowhere, such as `list` in `tokens list`. */
function upToUnknown(args: readonly string[], { code, message }: CommanderError): readonly string[] {
  const word = code === 'commander.unknownCommand' ? quotedIn(message) : undefined;
  return word === undefined || !args.includes(word) ? args : args.slice(0, args.indexOf(word));
}

/** The command that the words lead to, as far as they do. */
function typedCommand(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const word of args) {
    const next = command.commands.find((one) => one.name() === word);
    if (next !== undefined) command = next;
  }
  return command;
}

/**
 * Commander's complaint in this program's words. `error: unknown option '--nmae'\n(Did you mean
 * --name?)` → the message, with the nearest name, and where the right words stand; where another
 * command or a flag was meant, the whole line.
 */
async function usageError(error: CommanderError, command: Command, args: readonly string[]): Promise<ReconError> {
  if (LACKS_A_PART.includes(error.code)) {
    const { allLeftOut } = await import('./request/ask-left-out.ts');
    const lacks = allLeftOut(command);
    if (lacks !== undefined) return leftOutError(error, lacks, commandPath(command));
  }
  const [first = '', ...rest] = error.message.split('\n');
  const isTooMany = error.code === 'commander.excessArguments';
  const meant = besideLine(error, command, args) ?? (await meantBy(error, command, args));
  const message = isTooMany
    ? tooManyWords(command, meant)
    : (lacksValue(error, command) ?? plainWords(first.replace(/^error: /, '').replace(/\.$/, '')));
  const option = meant ? undefined : await optionMeantBy(error, command, args);
  const guess = meant ? undefined : /\(Did you mean (.+)\?\)/.exec(rest.join(' '))?.[1];
  const near = guess !== undefined && (await isFarFetched(error, guess)) ? undefined : guess;
  const nearest = option?.flag ?? near;
  const { exportOfSeveral } = await import('./meant-place.ts');
  return new ReconError('usage', nearest === undefined ? message : `${message}; did you mean ${nearest}?`, {
    details: meant === undefined ? await patientMeantBy(error, nearest, command, args) : exportOfSeveral(meant),
    hint: meant ?? option?.line ?? nearestLine(error, nearest, args) ?? helpOf(commandPath(command)),
    cause: error,
  });
}

const LACKS_A_PART = ['commander.missingArgument', 'commander.missingMandatoryOptionValue'];

/** Commander names the first part that is missing; several are told at once. */
function leftOutError(
  { message }: CommanderError,
  { missing, line }: { missing: readonly string[]; line: readonly string[] },
  path: string,
): ReconError {
  const last = missing.at(-1);
  const words =
    missing.length === 1
      ? message.replace(/^error: /, '')
      : `${missing.slice(0, -1).join(', ')} and ${last} are missing`;
  return new ReconError('usage', words, { hint: { command: [...path.split(' ').slice(1), ...line] } });
}

/** Commander takes half of the letters for near: `--id` for `--wide`. A third may be slips, or the end is left out. */
async function isFarFetched({ code, message }: CommanderError, guess: string): Promise<boolean> {
  if (!['commander.unknownOption', 'commander.unknownCommand'].includes(code) || !/^(--)?[a-z\d-]+$/.test(guess))
    return false;
  const { isSlip } = await import('../system/nearest.ts');
  const [typed, flag] = [(quotedIn(message) ?? '').replace(/^--|=.*$/g, ''), guess.replace(/^--/, '')];
  if (flag.startsWith(typed) || typed.startsWith(flag)) return false;
  return !isSlip(typed, flag);
}

/** Commander's words for a value that is none of the choices, and without the value of a wrong option: it may be a secret. */
const plainWords = (message: string) =>
  message
    .replace(/^(unknown option '[^=]+)=.*'$/s, "$1'")
    .replace(
      /^command-argument value (.+) is invalid for argument '(.+)'\. Allowed choices are (.+)$/,
      '$1 is no $2 that is known; there are $3',
    );

/** Of an option whose value is left out: what the value is. */
function lacksValue({ code, message }: CommanderError, command: Command): string | undefined {
  const flag = code === 'commander.optionMissingArgument' ? quotedIn(message) : undefined;
  const option = command.options.find(({ flags }) => flags === flag);
  if (option === undefined) return undefined;
  return `the value of ${option.flags} is missing: ${option.description}`;
}

/** `view Maria --after` and `view Maria --compare`: the first after-record is meant, and of archives the other one. */
function besideLine({ code, message }: CommanderError, command: Command, args: readonly string[]): Advice | undefined {
  const [flag] = (quotedIn(message) ?? '').split(/[ =]/);
  const isAfter = code === 'commander.optionMissingArgument' && flag === '--after';
  const isCompare = code === 'commander.unknownOption' && flag === '--compare';
  const at = args.indexOf(flag ?? '');
  if (command.name() !== 'view' || !(isAfter || isCompare) || at === -1) return undefined;
  const [first = '', ...rest] = args.slice(at + 1);
  const isOfArchives = args.some((one) => /\.zip$/i.test(one));
  const number = /^\d+$/.test(first) ? [first, ...rest] : ['1', ...args.slice(at + 1)];
  return {
    command: [...args.slice(0, at), ...(isOfArchives ? args.slice(at + 1) : ['--after', ...number])],
    because: 'before and after side by side',
  };
}

/** The words themselves are not repeated: a token may be one. `backup list FOLDER` is meant as a command. */
function tooManyWords(command: Command, meant: Advice | undefined): string {
  const [first] = command.args;
  if (commandPath(command).endsWith(' backup') && meant && meant.command[1] !== first)
    return `backup has no command ${first}`;
  const taken = command.registeredArguments.length;
  const most = taken === 0 ? 'none' : `at most ${taken}; what has spaces goes into quotes`;
  return `too many words after '${command.name()}': it takes ${most}`;
}

/** The same line with the command that is nearest. */
function nearestLine({ code, message }: CommanderError, nearest: string | undefined, args: readonly string[]) {
  const word = code === 'commander.unknownCommand' ? quotedIn(message) : undefined;
  if (word === undefined || nearest === undefined || !/^[a-z]+$/.test(nearest)) return undefined;
  return { command: args.map((one) => (one === word ? nearest : one)) };
}

async function meantBy({ code, message }: CommanderError, command: Command, args: readonly string[]) {
  const { flaggedLine, meantFlag, meantLine } = await import('./meant.ts');
  const { lineForFormat } = await import('./meant-place.ts');
  if (code === 'commander.excessArguments')
    return (await import('./meant-options.ts')).quotedValues(command, args) ?? flaggedLine(command, args);
  if (code === 'commander.unknownOption') {
    const typed = quotedIn(message) ?? '';
    return meantFlag(command, args, typed) ?? (await import('./meant-options.ts')).insteadOf(command, args, typed);
  }
  const format = code === 'commander.invalidArgument' ? WRONG_FORMAT.exec(message)?.[1] : undefined;
  if (format !== undefined) return lineForFormat(command, args, format);
  const word = code === 'commander.unknownCommand' ? quotedIn(message) : undefined;
  return word === undefined ? undefined : meantLine(command, args, word);
}

/** The line of a patient, where the word is near to no command. */
async function patientMeantBy(
  { code, message }: CommanderError,
  nearest: string | undefined,
  command: Command,
  args: readonly string[],
) {
  const word = code === 'commander.unknownCommand' ? quotedIn(message) : undefined;
  if (word === undefined || nearest !== undefined) return [];
  const { perhapsPatient } = await import('./meant.ts');
  return perhapsPatient(command, args.slice(args.indexOf(word)));
}

async function optionMeantBy({ code }: CommanderError, command: Command, args: readonly string[]) {
  if (code !== 'commander.unknownOption') return undefined;
  const { meantOption } = await import('./meant-options.ts');
  return meantOption(command, args);
}

/** Commander's complaint of a format that is none. */
const WRONG_FORMAT = /^error: option '-o, --output <format>' argument '(.+)' is invalid/;

const quotedIn = (message: string): string | undefined => /'(.+?)'/.exec(message)?.[1];

/** `path` as in `recon patients list`. */
const helpOf = (path: string): Advice => ({ command: [...path.split(' ').slice(1), '--help'] });
