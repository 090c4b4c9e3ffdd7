import { findProvider, PROVIDERS } from '../../../contract/providers.ts';
import { isReconstructionType } from '../../../contract/reconstruction.ts';
import { secondName } from '../../../contract/second-name.ts';
import type { Draft } from '../../../core/draft.ts';
import type { Advice } from '../../../errors.ts';

// A patient has one model of a type, and an update has no field for the way in which it is made. So a model made in
// another way needs a second record of the same person.

/** A row of the provider table, or words for it where the type is not known. */
interface Way {
  type: string;
  number: number | string;
  name: string;
  title: string;
}

/** The way that is wanted; undefined where none was typed, or none that is known. */
export function wantedWay({ type, provider }: Pick<Draft, 'type' | 'provider'>): Way | undefined {
  if (provider === undefined) return undefined;
  if (type !== undefined) return isReconstructionType(type) ? findProvider(type, provider) : undefined;
  const rows = PROVIDERS.filter(({ number }) => String(number) === provider);
  if (rows.length < 2) return rows[0];
  return { type: 'TYPE', number: provider, name: 'second', title: rows.map(({ title }) => title).join(' or ') };
}

export const KEEPS_WAY = 'a patient has one model of each type, and an update makes it anew in the same way';

/** The line that makes the second record, and how the one that is not needed goes. `rest` are its flags. */
export function secondRecord(
  way: Way,
  {
    name = 'NAME',
    rest = ['--type', way.type, '--photos', 'FOLDER'],
  }: { name?: string; rest?: readonly string[] } = {},
): Record<'make' | 'remove', Advice> {
  const named = ['--name', secondName(name, way.name), '--allow-same'];
  const provider = way.type === 'TYPE' ? String(way.number) : way.name;
  return {
    make: {
      before: `for one made as ${way.title}, a second record with a name of its own; the first stays as it is`,
      command: ['patients', 'create', ...named, ...rest, '--provider', provider],
    },
    remove: {
      before: 'to delete the record that is not needed, with its photos and models',
      command: ['patients', 'delete', 'ID'],
    },
  };
}
