import { join } from 'node:path';
import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import { ALL_USERS } from '../all-users-help.ts';
import type { Context } from '../context.ts';
import { commandPath, completeCommand, termOf } from '../declare-command.ts';
import { ENVIRONMENT, SCREEN_READER } from '../environment-help.ts';
import { EXIT_CODES } from '../exit-code-help.ts';
import { GLOBAL_OPTION_WORDS } from '../global-options.ts';
import { UPGRADE, uninstallOf } from '../keeping-help.ts';
import { commandMeantBy } from '../meant-words.ts';
import { openPager } from '../open-pager.ts';
import { wrapped } from '../output/wrapped.ts';
import { PRIVACY } from '../privacy-help.ts';

/** `help 'screen reader'` is the same as without the quotes. */
export async function showHelp(typed: string[], context: Context, { parent }: Pick<Command, 'parent'>): Promise<void> {
  const topic = typed.flatMap((words) => words.split(/\s+/).filter(Boolean));
  const about = await topicOf(topic.join(' '), parent!, context);
  // `help screen reader`: several words that mean one.
  const together = about === undefined && topic.length > 1 ? commandMeantBy(topic.join('-')) : undefined;
  if (together !== undefined) return await showHelp(topicMeant(together), context, { parent });
  if (about !== undefined) return await showTopic(about, context);
  let command = parent!;
  for (const word of topic) {
    completeCommand(command);
    const next = command.commands.find((one) => one.name() === word);
    // `help import`: the command that the word is taken for elsewhere, too.
    const meant = next === undefined && topic.length === 1 ? (commandMeantBy(word) ?? nearTo(word)) : undefined;
    if (meant !== undefined) return await showHelp(topicMeant(meant), context, { parent });
    if (next === undefined) {
      throw new ReconError('usage', `there is no help on ${JSON.stringify(topic.join(' '))}`, {
        hint: { command: ['help', 'commands'], because: 'for all that there is help on' },
      });
    }
    command = next;
  }
  completeCommand(command);
  // Ends the command by an error of commander's, which main answers with the help that was written.
  command.help();
}

/** Through the pager, as a list is. */
async function showTopic(about: Topic, context: Context): Promise<void> {
  const { streams } = context;
  const columns = streams.stdoutIsTty() ? streams.columns() : Number.POSITIVE_INFINITY;
  const paged = openPager(streams.stdoutIsTty(), context);
  await paged.write(typeof about === 'string' ? about : inColumns(about, columns));
  await paged.end();
}

function inColumns(about: readonly Entry[], columns: number): string {
  const beside = Math.max(...about.map(([name]) => name.length)) + GAP;
  // Beside long names a narrow terminal has no room for sentences.
  const isBelow = columns - beside < LEAST_TEXT;
  const indent = isBelow ? BELOW : beside;
  const start = (name: string) => (isBelow ? `${name}\n${' '.repeat(BELOW)}` : name.padEnd(indent));
  return about
    .map(([name, ...texts]) => {
      const below = texts.flatMap((text) => wrapped(text, columns - indent, (part) => part.length));
      return `${start(name)}${below.join(`\n${' '.repeat(indent)}`)}\n`;
    })
    .join('');
}

/** What people ask about → where it stands: words that are no other name of a command. */
const NEAR: ReadonlyArray<readonly [topic: string, words: string]> = [
  ['types', 'type kind kinds mammo breast breasts torso face head body hips'],
  ['upgrade', 'upgrading rollback downgrade version versions'],
  ['serve', 'service server own host'],
  ['accounts tokens', 'token tokens'],
  ['accounts', 'account user users staff surgeon surgeons permissions'],
  ['accounts add', 'adduser useradd'],
  ['login', 'password keyring oauth'],
  ['photos check', 'photo picture pictures camera image images'],
  ['view', 'models 3d viewer simulation simulations'],
  ['download', 'archive archives zip glb obj'],
  ['patients import', 'excel spreadsheet batch bulk'],
  ['completion', 'tab complete autocomplete'],
  ['options', 'option flags format formats output json csv script scripts'],
  ['environment', 'variables env proxy color colors colour colours'],
  ['exit-codes', 'exit codes error errors'],
  ['doctor', 'problem problems trouble'],
  ['patients', 'patient person record records'],
];

const nearTo = (word: string): string | undefined => NEAR.find(([, words]) => words.split(' ').includes(word))?.[0];

const topicMeant = (command: string) => command.replace(/^help /, '').split(' ');

/** Between a name and what it means. */
const GAP = 2;
/** Of a text that stands below its name. */
const BELOW = 4;
/** Cells that a text needs beside its name. */
const LEAST_TEXT = 30;

/** A name, and the texts beside it, one below the other. */
type Entry = readonly [name: string, ...texts: string[]];
/** A text goes out as it is, to be copied. */
type Topic = readonly Entry[] | string;

async function topicOf(topic: string, program: Command, context: Context): Promise<Topic | undefined> {
  if (topic === 'commands') return [...commandsBelow(program), ...TOPICS_BESIDE];
  if (topic === 'privacy') return PRIVACY;
  if (topic === 'types') return (await import('../types-help.ts')).TYPES;
  if (topic === 'columns') return (await import('../columns-help.ts')).COLUMNS;
  if (topic === 'systemd') {
    const { hiddenPath, systemdUnit } = await import('../systemd-help.ts');
    const [node, program] = [process.execPath, join(context.packageInfo().root, 'bin', 'recon.js')];
    const hidden = [node, program].find(hiddenPath);
    if (hidden !== undefined) {
      context.streams.warn(
        `this unit cannot start: its service does not see ${hidden}; install recon for all users, and let that one make it`,
      );
    }
    return systemdUnit(node, program);
  }
  if (topic === 'upgrade') return UPGRADE;
  if (topic === 'uninstall') return uninstallOf((await context.configuration()).paths, context.packageInfo().root);
  if (topic === 'environment') return [...Object.entries(ENVIRONMENT), ['for all users', ALL_USERS]];
  if (topic === 'screen-reader') return SCREEN_READER;
  if (topic === 'options') return GLOBAL_OPTION_WORDS.map((one) => [...one]);
  const codes = Object.entries(EXIT_CODES).map(([exit, { meaning, repeat }]) => [
    exit.padStart(4),
    meaning,
    `run it again: ${repeat}`,
  ]) satisfies Entry[];
  if (topic === 'exit-codes') return codes;
  const code = codes.find(([exit]) => exit.trim() === topic);
  return code && [code];
}

/** Below the commands; `recon help 8` and the like explain one exit code. */
const TOPICS_BESIDE: readonly Entry[] = [
  ['help options', 'the options that every command takes'],
  ['help types', 'the kinds of 3D model, and the photos and measures that each needs'],
  ['help columns', 'what the columns of an imported list are, and how a map tells it'],
  ['help systemd', 'a unit that starts a service of your own with its machine'],
  ['help upgrade', 'the steps to a new version, and the way back'],
  ['help uninstall', 'the steps, and the folders that stay'],
  ['help privacy', 'what stays on this computer, and how to remove it'],
  ['help exit-codes', 'for scripts: how a command ended'],
  ['help environment', 'the variables that are read, such as PAGER=less, by which long helps stop at each page'],
  ['help screen-reader', 'plain lines, without boxes and spinners'],
];

/** Each that can be typed, with its words. */
function commandsBelow(command: Command): Entry[] {
  completeCommand(command);
  const below = command.commands.flatMap(commandsBelow);
  const isTyped = command.parent !== null && (below.length === 0 || command.registeredArguments.length > 0);
  const path = commandPath(command.parent ?? command)
    .split(' ')
    .slice(1);
  return [
    ...(isTyped ? [[[...path, termOf(command)].join(' '), command.description()] satisfies Entry] : []),
    ...below,
  ];
}
