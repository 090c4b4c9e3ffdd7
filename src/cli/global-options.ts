import { type Command, Help, Option } from 'commander';
import { ReconError } from '../errors.ts';
import { OUTPUT_FORMATS } from '../system/output-formats.ts';
import { type GlobalOptions, globalsOf } from './globals.ts';

const OUTPUT = ['-o, --output <format>', 'how the answer is written'] as const;
const GLOBAL_OPTIONS = [
  ['--json', 'the same as -o json'],
  ['--fields <names>', 'only these columns or keys, separated by commas'],
  ['--profile <name>', 'which kept settings and login to use'],
  ['--base-url <url>', 'address of the service'],
  ['--timeout <duration>', 'how long the service may be silent, such as 30s'],
  ['--dry-run', 'check everything, change nothing'],
  ['--no-input', 'never ask'],
  ['-q, --quiet', 'no messages but errors and warnings; the answer is printed as ever'],
  ['-v, --verbose', 'say more about what happens'],
  ['--debug', 'show requests on stderr, with token and personal data hidden'],
  ['--no-color', 'no colour'],
] as const;

export const HELP_OPTION = ['-h, --help', 'show help'] as const;

/** Commands that work on data that are named by a folder or a database, and ask no service. */
const onData = new WeakSet<Command>();

export function markOnData(command: Command): Command {
  onData.add(command);
  return command;
}

/** Those among them that run a service of their own. */
const onOwnService = new WeakSet<Command>();

export function markOwnService(command: Command): Command {
  onOwnService.add(command);
  return markOnData(command);
}

/** They name a service that is asked. */
const OF_ASKED_SERVICE = ['--profile', '--base-url'];

/** What `recon help options` says beside. */
const MORE_WORDS: Readonly<Record<string, string>> = {
  [OUTPUT[0]]: `: ${OUTPUT_FORMATS.join(', ')}; csv puts an apostrophe before +351 … and before what a spreadsheet takes for a formula`,
  '--fields <names>':
    '; state is the region of the address, reconstructions has the 3D models and how they are, and failure is why one failed',
};

/** What `recon help options` prints: each option and what it does. */
export const GLOBAL_OPTION_WORDS: readonly (readonly [flags: string, words: string])[] = [
  OUTPUT,
  ...GLOBAL_OPTIONS,
].map(([flags, words]) => [flags, `${words}${MORE_WORDS[flags] ?? ''}`]);

/** The heading that marks them. */
const GLOBAL_GROUP = 'Global options:';

/** Commander's groups of a help, without them: they would push a command's own options off the screen. */
export const ownGroups: Help['groupItems'] = (...items) => {
  const groups = Help.prototype.groupItems(...items);
  groups.delete(GLOBAL_GROUP);
  return groups;
};

/** Commander's words for an option and an argument, with choices and defaults as they are typed, without quotes. */
export const plainDescriptions: Pick<Help, 'optionDescription' | 'argumentDescription'> = {
  optionDescription: (option) => unquoted(Help.prototype.optionDescription(option)),
  argumentDescription: (argument) => unquoted(Help.prototype.argumentDescription(argument)),
};

const unquoted = (text: string) => text.replace(/\((?:choices|default): [^)]*\)$/, (part) => part.replaceAll('"', ''));

const IN_EVERY_HELP = `
Every command takes -o, --fields, --dry-run, -q and more:
  recon help options`;

/** Declares them on a command: on each leaf, and at the root for `recon --json patients list`. */
export function addGlobalOptions(command: Command): void {
  if (command.options.some(({ long }) => long === '--dry-run')) return;
  command.optionsGroup(GLOBAL_GROUP);
  const output = new Option(...OUTPUT).choices(OUTPUT_FORMATS);
  const others = GLOBAL_OPTIONS.map(([flags, description]) => new Option(flags, description));
  for (const option of [output, ...others]) command.addOption(option.hideHelp(isRefused(command, option)));
  if (command.parent !== null) command.addHelpText('after', IN_EVERY_HELP);
}

/** The global options as typed at the root and at the command; the command's own win. */
export function readGlobalOptions(command: Command): GlobalOptions {
  return globalsOf((name) => {
    for (let at: Command | null = command; at !== null; at = at.parent) {
      if (at.getOptionValueSource(name) === 'cli') return at.getOptionValue(name);
    }
    return undefined;
  });
}

/** True for an option that a command takes only to say that it has no use for it. */
export const isRefused = (command: Command, { long }: Option): boolean =>
  onData.has(command) && OF_ASKED_SERVICE.includes(long ?? '');

/** @throws ReconError `usage` for an option that names a service where none is asked */
export function refuseAskedService(command: Command, path: string, { profile, baseUrl }: GlobalOptions): void {
  if (!onData.has(command) || (profile === undefined && baseUrl === undefined)) return;
  const flag = baseUrl === undefined ? '--profile' : '--base-url';
  if (onOwnService.has(command)) {
    throw new ReconError('usage', `${path} runs a service of its own, and takes no ${flag}`, {
      hint:
        command.name() === 'serve'
          ? '--host and --port for where it listens, --public-url for how others reach it, --data for what it keeps'
          : `${path} alone`,
    });
  }
  if (!command.options.some(({ long }) => long === '--data')) {
    throw new ReconError('usage', `${path} asks no service, and takes no ${flag}`);
  }
  throw new ReconError('usage', `${path} works on the data of a service, and takes no ${flag}`, {
    hint: 'the same command with --data FOLDER, or --database URL, to name the service',
  });
}
