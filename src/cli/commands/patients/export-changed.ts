import type { Exported } from '../../../core/export/export.ts';
import type { Context } from '../../context.ts';

/** A disk that fails changes many. */
const NAMED = 20;

/** Warns of each file that was not as an earlier export saved it: a disk may be failing, and a script at night says nothing else. */
export function warnOfChanged(
  { path, repaired, spoilt }: Pick<Exported, 'path' | 'repaired' | 'spoilt'>,
  { streams }: Pick<Context, 'streams'>,
): void {
  const lines = [
    ...spoilt.map((name) => `${SPOILT}, and cannot be fetched anew now, as there is no model of it: ${path}/${name}`),
    ...repaired.map((name) => `${SPOILT}, and was fetched anew: ${path}/${name}`),
  ];
  for (const line of lines.slice(0, NAMED)) streams.warn(line);
  const more = lines.length - NAMED;
  if (more > 0) streams.warn(`${more} more ${more === 1 ? 'file was' : 'files were'} not as saved`);
}

const SPOILT = 'a file was damaged or changed after it was saved';
