import { OUTPUT_FORMATS, type OutputFormat } from '../system/output-formats.ts';

/** The options every command takes, as typed. */
export interface GlobalOptions {
  output: OutputFormat | undefined;
  /** Names of the columns or keys to show, in this order. */
  fields: string[] | undefined;
  profile: string | undefined;
  baseUrl: string | undefined;
  timeout: string | undefined;
  /** Only of commands that wait. */
  waitTimeout: string | undefined;
  dryRun: boolean;
  noInput: boolean;
  quiet: boolean;
  verbose: boolean;
  debug: boolean;
  noColor: boolean;
}

export const NO_GLOBALS: GlobalOptions = {
  output: undefined,
  fields: undefined,
  profile: undefined,
  baseUrl: undefined,
  timeout: undefined,
  waitTimeout: undefined,
  dryRun: false,
  noInput: false,
  quiet: false,
  verbose: false,
  debug: false,
  noColor: false,
};

/** The format an error is written in, also where the arguments could not be read to their end. */
export function typedOutput(args: readonly string[]): OutputFormat | undefined {
  const ours = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (ours.includes('--json')) return 'json';
  for (const [at, arg] of ours.entries()) {
    const typed = /^(?:--output=|-o=?)(.+)$/.exec(arg)?.[1] ?? (/^(-o|--output)$/.test(arg) ? ours[at + 1] : undefined);
    const known = OUTPUT_FORMATS.find((format) => format === typed);
    if (known !== undefined) return known;
  }
  return undefined;
}
