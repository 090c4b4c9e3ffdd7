import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Configuration } from '../config/configuration.ts';
import type { Environment } from '../config/paths.ts';
import type { SettingSources, Settings } from '../config/settings.ts';
import type { Changes } from '../core/changes/changes.ts';
import type { LeftOpen } from '../core/changes/left-open.ts';
import type { Client } from '../core/client.ts';
import type { Scope } from '../core/journal/line.ts';
import type { Advice, Line } from '../errors.ts';
import { lineText } from '../system/line-text.ts';
import type { OutputFormat } from '../system/output-formats.ts';
import { serviceUnit } from '../system/systemd-unit.ts';
import { createClients } from './clients.ts';
import type { GlobalOptions } from './globals.ts';
import type { Prompt } from './io/prompt.ts';
import { createStreams } from './io/streams.ts';
import { loadTheme, wantsColor } from './io/theme.ts';
import { createKept } from './kept.ts';
import { once } from './once.ts';
import { stepText } from './output/step-text.ts';
import { readPackageInfo } from './package-info.ts';
import { checkBefore, localService, placeOfUrl, typedFlags, unitStart, withKnownFolder } from './typed-flags.ts';

export type { Changes, Client, Configuration, LeftOpen, Settings };

/** Everything that commands can touch. Each part is loaded when it is first asked for. */
export type Context = ReturnType<typeof createContext>;

export interface Surroundings {
  process: NodeJS.Process;
  /** A copy of the environment; RECON_TOKEN is no longer in the process's own. */
  environment: Environment;
  /** Aborts at Ctrl-C and SIGTERM; the reason is the ReconError to end with. */
  signal: AbortSignal;
  globals: GlobalOptions;
}

/** Shorter waits for a busy service are not worth a line at the end. */
const LONG_REST_MS = 10_000;

/** What comes next for a person. */
export type Step = Pick<Advice, 'command' | 'because'>;

export function createContext({ process, environment, signal, globals: initial }: Surroundings) {
  let globals = initial;
  let running = 'recon';
  let local: Awaited<ReturnType<typeof localService>>;
  const unit = once(() => serviceUnit(environment));
  /** With the flags that reach the same service, as they were typed. */
  const lineWithFlags = (line: Line) =>
    typeof line === 'string' || line.isElsewhere
      ? lineText(line)
      : (placeOfUrl(line, globals, environment) ??
        checkBefore(line, globals, environment) +
          lineText(
            local === undefined ? line : withKnownFolder(line),
            typedFlags(line.command, globals, { running, serveFlags: local?.serveFlags }),
            unitStart(line.command, { running, inUse: local?.folder, unit }),
          ));
  const streams = createStreams(process, lineWithFlags);
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
  /** Once: somebody else may log in while the command runs. */
  const connection = once(async () => {
    const own = await configuration();
    const found = await own.connection();
    local = await localService(found, own);
    return found;
  });
  const toClose: { close(): Promise<void> }[] = [];

  const mayRedraw = () => !environment['ACCESSIBLE'] && environment['TERM'] !== 'dumb';
  const redraws = () => streams.isSizedTerminal() && mayRedraw();
  const liveLine = once(async () => {
    const { createLiveLine } = await import('./io/live-line.ts');
    const redraw = redraws();
    return createLiveLine(streams, { quiet: globals.quiet, redraw, color: redraw && (await colored('stderr')) });
  });
  let restedMs = 0;
  const { clientFor, withoutToken, client, whichService, serviceIsNamed, hasSentChange } = createClients({
    streams,
    liveLine,
    onRest: (ms) => {
      restedMs += ms;
    },
    redraws,
    environment,
    signal,
    packageInfo,
    globals: () => globals,
    configuration,
    settings,
    connection,
    closeAtEnd: (one) => toClose.push(one),
  });
  const settingsOfLook = once(async () => (await configuration()).settingsOfLook());
  const chosenFormat = async () => globals.output ?? (await settingsOfLook()).output();
  const colored = async (stream: 'stdout' | 'stderr') => {
    const isTty = stream === 'stdout' ? streams.stdoutIsTty() : streams.stderrIsTty();
    const choice = { forbidden: globals.noColor, setting: isTty ? (await settingsOfLook()).color() : undefined };
    return wantsColor({ ...choice, environment, isTty });
  };
  const jsonForPerson = once(async () => {
    // A line for each is what ndjson is for.
    if (!streams.stdoutIsTty() || (await chosenFormat()) === 'ndjson') return undefined;
    const { jsonLines } = await import('./output/json-lines.ts');
    return jsonLines(await loadTheme(await colored('stdout')));
  });
  const mayAsk = () => {
    const isForbidden = globals.noInput || environment['RECON_NO_INPUT'] || environment['CI'];
    return streams.stdinIsTty() && streams.stderrIsTty() && !isForbidden;
  };
  const placeOf = async (folder: string) => {
    const { profile, baseUrl } = await settings();
    const scope = { profile: profile.value, service: baseUrl?.value ?? '' };
    return { folder: join((await configuration()).paths.stateFolder, folder), scope };
  };
  const journalFolder = async () => join((await configuration()).paths.stateFolder, 'journal');
  const changesIn = async (folder: string, atFirst?: Scope): Promise<Changes> => {
    const { quietPeriodMs } = await settings();
    const [{ createChanges }, { openJournal }, { beforeRequests }] = await Promise.all([
      import('../core/changes/changes.ts'),
      import('../core/journal/journal.ts'),
      import('../core/disk-failure.ts'),
    ]);
    // Before `connection()`, which reads the token: `client()` marks the file of known names first.
    const ownClient = await client();
    const { baseUrl, profile, holder, grant } = await connection();
    const scope = { profile, service: atFirst?.service ?? baseUrl };
    const journal = await beforeRequests(() =>
      openJournal({ folder, scope, holder, isServiceSecret: grant === undefined, clock: systemClock }),
    );
    toClose.push(journal);
    return createChanges({
      client: ownClient,
      journal,
      service: scope.service,
      clock: systemClock,
      signal,
      random: Math.random,
      quietMs: () => quietPeriodMs.value,
      onNotice: streams.say,
    });
  };

  return {
    streams,
    environment,
    signal,
    clock: systemClock,
    /** The root folder and the version of the installed package. */
    packageInfo,
    /** The options of every command, once the arguments are read. */
    globals: () => globals,
    /** `command` is the command that runs, such as `recon patients list`. */
    setGlobals: (read: GlobalOptions, command: string) => {
      globals = read;
      running = command;
      streams.setVerbosity(read.quiet ? 'quiet' : read.verbose || read.debug ? 'verbose' : 'normal');
    },
    /** The command that runs, such as `recon patients list`. */
    running: () => running,
    /** A line as the streams say it: a command in it is for the service that was typed. */
    lineText: lineWithFlags,
    /** The unit by which systemd runs the service of this machine. */
    unit,
    /** Settings, profiles and tokens, flags and environment included. */
    configuration,
    settings,
    /** The service in use and its token. */
    connection,
    /** The client of the service in use; `not_logged_in` (4) names the ways on. Closed when the command ends. */
    client,
    /** A client for a service and token, stored or not; closed likewise. What came by OAuth is renewed in time. */
    clientFor,
    /** Patient 46 of another service is somebody else; undefined where this computer knows one service alone. */
    whichService,
    /** The command tells by itself which service it is for. */
    serviceIsNamed,
    /** Whether a change was sent, or has begun to be. */
    hasSentChange,
    /** The way to an issuer, and to a service before a login; closed likewise. */
    withoutToken,
    /** Changes to the service in use that survive a lost answer, a crash and Ctrl-C. */
    changes: once(async (): Promise<Changes> => changesIn(await journalFolder())),
    /** Those that were begun when the service in use had another address. */
    changesBegunAt: async (place: Scope): Promise<Changes> => changesIn(await journalFolder(), place),
    /** The same to look only: the journal is not made, where there is none; an empty one in `scratch` is used. */
    changesToSee: async (scratch: string): Promise<Changes> => {
      const own = await journalFolder();
      return await changesIn(existsSync(own) ? own : join(scratch, 'journal'));
    },
    /** Changes that earlier runs have left open, at any service; needs neither a service nor a token. */
    leftOpen: async (): Promise<LeftOpen> => {
      const { leftOpen } = await import('../core/changes/left-open.ts');
      return leftOpen(await journalFolder(), systemClock);
    },
    ...createKept({ environment, placeOf }),
    /** The folder for private copies of photos, on the disk of the journal that takes them over. */
    scratchFolder: async () => join((await configuration()).paths.stateFolder, 'scratch'),
    reportsFolder: async () => join((await configuration()).paths.stateFolder, 'reports'),
    /** The folder of what a person said of the columns of spreadsheets. */
    columnsFolder: async () => join((await configuration()).paths.configFolder, 'columns'),
    /** `--output`, else the setting, else table. */
    outputFormat: async (): Promise<OutputFormat> => (await chosenFormat()) ?? 'table',
    /** Cells a table may take; undefined in a pipe if nobody asked for a table: values between tabs instead. */
    tableWidth: async () => {
      if (streams.stdoutIsTty()) return streams.columns();
      return (await chosenFormat()) === 'table' ? Number.POSITIVE_INFINITY : undefined;
    },
    /** JSON text, or a piece of it cut between values, to stdout: a value on each line where a person reads it. */
    writeJson: async (text: string) => streams.write((await jsonForPerson())?.(text) ?? text),
    /** The command that runs, as a line. */
    typedLine: () => lineText({ command: process.argv.slice(2) }),
    /** Whether colours may be written to it. */
    colored,
    theme: async (stream: 'stdout' | 'stderr') => loadTheme(await colored(stream)),
    /**
     * Whether a sentence beside the answer already says it: to a person at a terminal who asked for no format, the
     * answer alone would only be a second line of the same.
     */
    isAnswerSaid: async () =>
      streams.stdoutIsTty() && streams.stderrIsTty() && !globals.quiet && (await chosenFormat()) === undefined,
    /**
     * A line for a person at a terminal: what comes next, and another one for another thing to do with the same.
     * `isWhole`: without the flags that were typed.
     */
    sayNext: async (step: Step, { isWhole = false, or }: { isWhole?: boolean; or?: Step | undefined } = {}) => {
      const format = await chosenFormat();
      if (!streams.stderrIsTty() || globals.quiet || (format !== undefined && format !== 'table')) return;
      const paper = { width: streams.messageWidth(), theme: await loadTheme(await colored('stderr')) };
      const say = (label: string, { command, because }: Step) => {
        const line = isWhole ? lineText({ command }) : lineWithFlags({ command });
        streams.draw(`${stepText({ label, line, because }, paper)}\n`);
      };
      say('next: ', step);
      if (or !== undefined) say('  or: ', or);
    },
    /** True if there is somebody to ask: terminals on both ends, and no `--no-input`. */
    mayAsk,
    /**
     * Works while keys are neither shown nor kept for the question that comes; without anybody to ask, or where the keys
     * go to another program, it only works.
     */
    hushed: async <T>(work: () => Promise<T>): Promise<T> => {
      if (!mayAsk()) return work();
      const [{ hushed }, { isInBackground }] = await Promise.all([
        import('./io/hushed.ts'),
        import('./io/is-in-background.ts'),
      ]);
      return (await isInBackground()) ? work() : hushed(streams, work);
    },
    prompt: once(async (): Promise<Prompt> => {
      if (!mayRedraw()) {
        const { createPlainPrompt } = await import('./io/plain-prompt.ts');
        return createPlainPrompt(streams, signal);
      }
      const { createPrompt } = await import('./io/prompt.ts');
      return createPrompt(streams, signal, await loadTheme(await colored('stderr')));
    }),
    /** Whether lines may be drawn over, and boxes and spinners be drawn: not for a screen reader or a dumb terminal. */
    mayRedraw,
    /** What is going on, on stderr. */
    liveLine,
    /** Why it took so long, where a busy service let the command wait. */
    sayRest: async () => {
      if (restedMs < LONG_REST_MS || signal.aborted) return;
      const { formatDuration } = await import('./output/duration.ts');
      streams.say(`waited ${formatDuration(restedMs)} in all, as the service was busy`);
    },
    /** Closes what was opened. */
    close: async () => {
      await Promise.all(toClose.map((one) => one.close()));
    },
    /** Kills the process if something still holds it then; process.exit would wait for threads, as of a picture. */
    endWithin: (ms: number) => void setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms).unref(),
  };
}

const settingFlags = ({ profile, baseUrl, timeout, waitTimeout, output, noColor }: GlobalOptions) =>
  ({
    profile,
    'base-url': baseUrl,
    timeout,
    'wait-timeout': waitTimeout,
    output,
    color: noColor ? 'never' : undefined,
  }) satisfies SettingSources['flags'];
