import { join } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';
import type { Configuration } from '../config/configuration.ts';
import type { Environment } from '../config/paths.ts';
import type { SettingSources, Settings } from '../config/settings.ts';
import type { Changes } from '../core/changes/changes.ts';
import type { LeftOpen } from '../core/changes/left-open.ts';
import type { Client } from '../core/client.ts';
import type { Line } from '../errors.ts';
import { lineText } from '../system/line-text.ts';
import type { OutputFormat } from '../system/output-formats.ts';
import type { GlobalOptions } from './globals.ts';
import type { LiveLine } from './io/live-line.ts';
import type { Prompt } from './io/prompt.ts';
import { createStreams, type Streams } from './io/streams.ts';
import { loadTheme, type Theme, wantsColor } from './io/theme.ts';
import { once } from './once.ts';
import { type PackageInfo, readPackageInfo } from './package-info.ts';
import { typedFlags } from './typed-flags.ts';

export type { Changes, Client, Configuration, LeftOpen, Settings };

/** The terminal: what was typed for every command, and how an answer is written. */
export interface Terminal {
  streams: Streams;
  /** The options of every command, once the arguments are read. */
  globals(): GlobalOptions;
  /** A line as the streams say it: a command in it is for the service that was typed. */
  lineText(line: Line): string;
  /** `--output`, else the setting, else table. */
  outputFormat(): Promise<OutputFormat>;
  /** Cells a table may take. undefined: values between tabs instead, in a pipe where nobody asked for a table. */
  tableWidth(): Promise<number | undefined>;
  theme(stream: 'stdout' | 'stderr'): Promise<Theme>;
}

/** Questions to a person. */
export interface Asking {
  /** Whether there is somebody to ask: terminals on both ends, and no `--no-input`. */
  mayAsk(): boolean;
  prompt(): Promise<Prompt>;
}

/** The installed package, the environment, and the settings. */
export interface Setup {
  /** Root folder and version of the installed package. */
  packageInfo(): PackageInfo;
  /** A copy of the environment; RECON_TOKEN is no longer in the process's own. */
  environment: Environment;
  /** Settings, profiles and tokens, flags and environment included. */
  configuration(): Promise<Configuration>;
  settings(): Promise<Settings>;
}

/** Services, and what is kept here of their changes. */
export interface Services {
  /** The client of the service in use; `not_logged_in` (4) names the ways on. Closed when the command ends. */
  client(): Promise<Client>;
  /** A client for a service and token that are not stored yet; closed likewise. */
  clientFor(to: { baseUrl: string; token: string }): Promise<Client>;
  /** Changes to the service in use that survive a lost answer, a crash and Ctrl-C. */
  changes(): Promise<Changes>;
  /** Changes that earlier runs have left open, at any service; needs neither a service nor a token. */
  leftOpen(): Promise<LeftOpen>;
  /** The folder for private copies of photos, on the disk of the journal that takes them over. */
  scratchFolder(): Promise<string>;
}

/** Work that takes a while. */
export interface Running {
  clock: Clock;
  /** Aborts at Ctrl-C and SIGTERM; the reason is the ReconError to end with. */
  signal: AbortSignal;
  liveLine(): Promise<LiveLine>;
  /** Kills the process where something still holds it after so long, such as a picture that is being decoded. */
  endWithin(ms: number): void;
}

/**
 * All that commands can touch, loaded when it is first asked for. Each function takes the parts above that it uses, so
 * that its head tells whether it asks, changes something or takes a while.
 */
export interface Context extends Terminal, Asking, Setup, Services, Running {
  /** `running` is the command that runs, such as `recon patients list`. */
  setGlobals(globals: GlobalOptions, running: string): void;
  /** Closes what was opened. */
  close(): Promise<void>;
}

export interface Surroundings {
  process: NodeJS.Process;
  environment: Environment;
  signal: AbortSignal;
  globals: GlobalOptions;
}

export function createContext({ process, environment, signal, globals: initial }: Surroundings): Context {
  let globals = initial;
  let running = 'recon';
  const told = (line: Line) =>
    typeof line === 'string' ? line : lineText(line, typedFlags(line.command, globals, running));
  const streams = createStreams(process, told);
  const packageInfo = once(readPackageInfo);
  const configuration = once(async () => {
    const { openConfiguration } = await import('../config/configuration.ts');
    const { platform } = process;
    return openConfiguration({
      ...{ environment, platform, flags: () => settingFlags(globals) },
      onWarning: (sentence) => streams.warn(sentence),
    });
  });
  const settings = once(async () => (await configuration()).settings());
  const toClose: { close(): Promise<void> }[] = [];

  const clientFor = async (to: { baseUrl: string; token: string }) => {
    streams.detail(`service: ${to.baseUrl}`);
    const timeoutMs = (await settings()).timeoutMs?.value;
    const { connect } = await import('./connect.ts');
    const { version } = packageInfo();
    const client = connect({ ...to, streams, environment, signal, version, debug: globals.debug, timeoutMs });
    toClose.push(client);
    return client;
  };
  const chosenFormat = async () => globals.output ?? (await settings()).output?.value;
  const client = once(async () => clientFor(await (await configuration()).connection()));
  const colored = async (stream: 'stdout' | 'stderr') => {
    const isTty = stream === 'stdout' ? streams.stdoutIsTty() : streams.stderrIsTty();
    const setting = isTty ? (await settings()).color.value : undefined;
    return wantsColor({ forbidden: globals.noColor, environment, setting, isTty });
  };

  return {
    streams,
    environment,
    packageInfo,
    signal,
    clock: systemClock,
    globals: () => globals,
    lineText: told,
    setGlobals: (read, command) => {
      globals = read;
      running = command;
      streams.setVerbosity(read.quiet ? 'quiet' : read.verbose || read.debug ? 'verbose' : 'normal');
    },
    configuration,
    settings,
    client,
    changes: once(async () => {
      const { paths, connection } = await configuration();
      const { quietPeriodMs } = await settings();
      const [{ createChanges }, { openJournal }] = await Promise.all([
        import('../core/changes/changes.ts'),
        import('../core/journal/journal.ts'),
      ]);
      const { baseUrl: service, profile, token } = await connection();
      const journal = await openJournal({
        folder: journalFolder(paths),
        scope: { profile, service },
        token,
        clock: systemClock,
      });
      toClose.push(journal);
      return createChanges({
        client: await client(),
        journal,
        service,
        clock: systemClock,
        signal,
        random: Math.random,
        quietMs: () => quietPeriodMs.value,
        onNotice: streams.say,
      });
    }),
    leftOpen: async () => {
      const { paths } = await configuration();
      const { leftOpen } = await import('../core/changes/left-open.ts');
      return leftOpen(journalFolder(paths), systemClock);
    },
    scratchFolder: async () => join((await configuration()).paths.stateFolder, 'scratch'),
    clientFor,
    outputFormat: async () => (await chosenFormat()) ?? 'table',
    tableWidth: async () => {
      if (streams.stdoutIsTty()) return streams.columns();
      return (await chosenFormat()) === 'table' ? Number.POSITIVE_INFINITY : undefined;
    },
    theme: async (stream) => loadTheme(await colored(stream)),
    mayAsk: () =>
      streams.stdinIsTty() &&
      streams.stderrIsTty() &&
      !globals.noInput &&
      !environment['RECON_NO_INPUT'] &&
      !environment['CI'],
    prompt: once(async () => {
      const { createPrompt } = await import('./io/prompt.ts');
      return createPrompt(streams, signal);
    }),
    liveLine: once(async () => {
      const { createLiveLine } = await import('./io/live-line.ts');
      const redraw = streams.stderrIsTty() && !environment['ACCESSIBLE'] && environment['TERM'] !== 'dumb';
      return createLiveLine(streams, { quiet: globals.quiet, redraw, color: redraw && (await colored('stderr')) });
    }),
    close: async () => {
      await Promise.all(toClose.map((one) => one.close()));
    },
    // process.exit would wait for the threads that work for it.
    endWithin: (ms) => void setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms).unref(),
  };
}

const journalFolder = ({ stateFolder }: Configuration['paths']) => join(stateFolder, 'journal');

const settingFlags = ({
  profile,
  baseUrl,
  timeout,
  waitTimeout,
  output,
  noColor,
}: GlobalOptions): SettingSources['flags'] => ({
  profile,
  'base-url': baseUrl,
  timeout,
  'wait-timeout': waitTimeout,
  output,
  color: noColor ? 'never' : undefined,
});
