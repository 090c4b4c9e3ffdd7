import { readId } from '../../core/ids.ts';
import { nearest } from '../../core/nearest.ts';
import { ReconError } from '../../errors.ts';
import { surgeonName } from '../../system/setting-keys.ts';
import type { Context } from '../context.ts';

export interface Surgeon {
  id: string;
  /** For a person: `3`, or `7 (dr-silva)`. */
  shown: string;
}

/** The account that gets patients, typed as its id or a name kept for it. @throws ReconError `usage` */
export async function surgeonOf(typed: string, context: Context): Promise<Surgeon> {
  if (/^\d*$/.test(typed)) {
    const id = readId(typed, 'surgeon');
    return { id, shown: id };
  }
  const { surgeons } = await context.settings();
  const name = surgeonName(typed);
  const kept = surgeons.get(name);
  if (kept === undefined) throw unknownSurgeon(typed, name, [...surgeons.keys()]);
  const id = readId(kept, 'surgeon');
  return { id, shown: `${id} (${name})` };
}

function unknownSurgeon(typed: string, name: string, names: readonly string[]): ReconError {
  const [like] = nearest(name, names);
  const guess = like === undefined ? '' : `; did you mean ${like}?`;
  return new ReconError(
    'usage',
    `${JSON.stringify(typed.slice(0, 60))} is no id and no kept name of a surgeon${guess}`,
    {
      details: names.length === 0 ? [] : [`kept names: ${names.join(', ')}`],
      hint: { command: ['config', 'set', 'surgeon.NAME', 'ID'], because: 'which keeps one' },
    },
  );
}
