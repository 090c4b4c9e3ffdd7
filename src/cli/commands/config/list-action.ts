import type { Context } from '../../context.ts';
import { type Listing, printList } from '../print-list.ts';

/** A program gets no value of what is not set; a person is told what holds then. */
export async function listConfig(context: Context): Promise<void> {
  const { file, list } = await context.configuration();
  const settings = await list();
  const records = settings.map(({ key, setting }) => ({
    key,
    value: setting?.text ?? null,
    from: setting?.name ?? 'not set',
  }));
  const unset = new Map(settings.map(({ key, whereUnset }) => [String(key), whereUnset]));
  const shown = { value: ({ key }: Listing['records'][number]) => unset.get(String(key)) };
  await printList({ name: 'settings', columns: ['key', 'value', 'from'], records, shown }, context);
  context.streams.detail(`Settings are kept in ${file}`);
  // All of them were shown, so that the other ones can be read.
  const wrong = settings.find(({ problem }) => problem !== undefined);
  if (wrong?.problem !== undefined) throw wrong.problem;
}
