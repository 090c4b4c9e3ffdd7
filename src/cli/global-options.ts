import { type Command, Option } from 'commander';
import { ReconError } from '../errors.ts';
import { OUTPUT_FORMATS } from '../system/output-formats.ts';
import { type GlobalOptions, globalsOf } from './globals.ts';

const GLOBAL_OPTIONS = [
  ['--json', 'the same as -o json'],
  ['--fields <names>', 'only these columns or keys, separated by commas'],
  ['--profile <name>', 'which kept settings and login to use'],
  ['--base-url <url>', 'address of the service'],
  ['--timeout <duration>', 'how long the service may be silent, such as 30s'],
  ['--dry-run', 'check everything, change nothing'],
  ['--no-input', 'never ask'],
  ['-q, --quiet', 'only errors and warnings'],
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

/** Declares them on a command: on each leaf, and at the root for `recon --json patients list`, where help leaves them out. */
export function addGlobalOptions(command: Command, { hidden = false } = {}): void {
  if (command.options.some(({ long }) => long === '--dry-run')) return;
  const hasOwn = command.options.length > 0;
  command.optionsGroup('Global options:');
  // Else a second group of help would hold nothing but this.
  if (!hasOwn) command.helpOption(...HELP_OPTION);
  const output = new Option('-o, --output <format>', 'how the answer is written').choices(OUTPUT_FORMATS);
  const others = GLOBAL_OPTIONS.map(([flags, description]) => new Option(flags, description));
  for (const option of [output, ...others]) command.addOption(option.hideHelp(hidden || isRefused(command, option)));
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
