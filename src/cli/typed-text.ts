import { ReconError } from '../errors.ts';

/** Node reads arguments and variables as UTF-8, and puts this in place of bytes that are none. */
export const BROKEN = '\ufffd';

/**
 * Refuses arguments and variables that were not UTF-8: Node has replaced their bytes, so other letters than those typed
 * would be stored.
 * @throws ReconError `usage` that names each flag, argument or variable, and where it breaks
 */
export function refuseBrokenBytes(args: readonly string[], environment: Readonly<Record<string, string | undefined>>) {
  const broken = [
    ...args.flatMap((arg, at) => (arg.includes(BROKEN) ? [sentence(placeOf(args, at), flagText(arg))] : [])),
    ...Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith('RECON_') && value?.includes(BROKEN) ? [sentence(name, value)] : [],
    ),
  ];
  const [first, ...rest] = broken;
  if (first === undefined) return;
  throw new ReconError('usage', first, {
    details: rest,
    hint: 'the same in UTF-8: look at the locale of the terminal',
  });
}

const sentence = (place: string, text: string) =>
  `${place} is not UTF-8 text: look at character ${[...text.slice(0, text.indexOf(BROKEN))].length + 1}`;
const flagText = (arg: string) => /^--[^=]*=(.*)$/s.exec(arg)?.[1] ?? arg;

/** `--name`, or which argument it is, from 1, where no flag stands before it. */
function placeOf(args: readonly string[], at: number): string {
  const own = /^(--[^=\ufffd]+)=/.exec(args[at] ?? '')?.[1];
  const before = args[at - 1];
  return own ?? (before?.startsWith('-') ? before : `argument ${at + 1}`);
}
