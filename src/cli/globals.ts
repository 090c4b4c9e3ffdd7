import { ReconError } from '../errors.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../system/output-formats.ts';

/** The options that every command takes. */
export type GlobalOptions = ReturnType<typeof globalsOf>;

/** The options of every command, by a function that tells what was typed of each. */
export function globalsOf(typed: (name: string) => unknown) {
  const text = (name: string) => {
    const value = typed(name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    output: outputOf(text('output'), typed('json') === true),
    /** Names of the columns or keys to show, in this order. */
    fields: fieldsOf(text('fields')),
    profile: text('profile'),
    baseUrl: text('baseUrl'),
    timeout: text('timeout'),
    /** Only of commands that wait. */
    waitTimeout: text('waitTimeout'),
    dryRun: typed('dryRun') === true,
    noInput: typed('input') === false,
    quiet: typed('quiet') === true,
    verbose: typed('verbose') === true,
    debug: typed('debug') === true,
    noColor: typed('color') === false,
  };
}

export const NO_GLOBALS = globalsOf(() => undefined);

function outputOf(format: string | undefined, json: boolean): OutputFormat | undefined {
  if (json && format !== undefined && format !== 'json') {
    throw new ReconError('usage', `--json and --output ${format} exclude each other`);
  }
  return json ? 'json' : OUTPUT_FORMATS.find((known) => known === format);
}

function fieldsOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new ReconError('usage', '--fields names no field');
  return names;
}

/** The format an error is written in, also where the arguments could not be read to their end. */
export function typedOutput(args: readonly string[]): OutputFormat | undefined {
  const ours = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (ours.includes('--json') || /(^| )--log-format[= ]json( |$)/.test(ours.join(' '))) return 'json';
  for (const [at, arg] of ours.entries()) {
    const typed = /^(?:--output=|-o=?)(.+)$/.exec(arg)?.[1] ?? (/^(-o|--output)$/.test(arg) ? ours[at + 1] : undefined);
    const known = OUTPUT_FORMATS.find((format) => format === typed);
    if (known !== undefined) return known;
  }
  return undefined;
}
