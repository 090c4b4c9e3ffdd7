import { LINK_OUT } from '../../../contract/reconstruction.ts';
import { ReconError } from '../../../errors.ts';
import type { OutputFormat } from '../../../system/output-formats.ts';
import type { Context } from '../../context.ts';
import { fieldsWithLinks } from '../../output/patient-columns.ts';
import { createPatientWriter, pageWithFields, templateOf } from '../../output/patient-writer.ts';
import { printableJson } from '../../output/printable.ts';
import { sayWhatIsLeft, statusTakenApart } from './list-notes.ts';
import { isPart, type ListOptions, type ListWish, readWish, withWords } from './list-wish.ts';

/** A terminal gets the newest first, a pipe the order of the service. */
export async function listPatients(words: readonly string[], typed: ListOptions, context: Context): Promise<void> {
  if (typed.severalOf !== undefined) {
    await (await import('./who-is-meant.ts')).refuseTwoNames(typed.severalOf, context);
  }
  refuseTakenApart(words, typed, context);
  const options = withWords(words, typed);
  const typedWish = await readWish(options, context);
  const format = await context.outputFormat();
  const template = await templateOf(options.template, context);
  if (format === 'table' && template === undefined && context.streams.stdoutIsTty()) {
    const { showNewest } = await import('./show-newest.ts');
    return await showNewest(
      typedWish.lookedHere ?? typedWish,
      {
        ...{ watch: options.watch === true, pager: options.pager !== false },
        everyOne: ['patients', 'list', ...words, ...flagsOf(typed, context), '--all'],
      },
      context,
    );
  }
  if (options.watch === true) throw new ReconError('usage', '--watch is for a table on a terminal');
  const asksForLinks = typedWish.selection?.statuses?.includes(LINK_OUT) === true;
  const wish = asksForLinks ? await (await import('../../links-out.ts')).withLinksOut(typedWish, context) : typedWish;
  const { filters, selection, order, limit, all } = wish;
  const fields = fieldsOf(wish, format, context);
  const writer = template ?? createPatientWriter(format, fields, context);
  const isWhole = all || (format === 'xlsx' && template === undefined && !isPart(wish));
  if (selection !== undefined || order !== undefined || isWhole || limit !== undefined) {
    const { showPages, showSelected } = await import('./show-pages.ts');
    const isSelected = selection !== undefined || order !== undefined;
    return await (isSelected ? showSelected : showPages)(wish, writer, context);
  }
  const reply = await (await context.client()).listPatients(filters);
  if (format === 'json' && template === undefined) {
    // The service's answer as it came; of its patients only the named fields, if some are named.
    const text = fields === undefined ? reply.text : await pageWithFields(reply, fields, context);
    await context.writeJson(`${printableJson(text)}\n`);
  } else {
    const own = reply.body?.patients?.length === 0 ? wish.lookedHere : undefined;
    if (own !== undefined) return await (await import('./show-pages.ts')).showSelected(own, writer, context);
    await writer.write(reply.body?.patients ?? [], reply);
    await writer.end();
  }
  sayWhatIsLeft(reply, filters, context.streams);
}

/** A table or sheet of those with a link tells until when it works. JSON has every field anyway. */
function fieldsOf({ selection }: ListWish, format: OutputFormat, { globals }: Context): readonly string[] | undefined {
  const { fields } = globals();
  if (fields !== undefined || selection?.links === undefined || format.endsWith('json')) return fields;
  return fieldsWithLinks(format === 'table' ? 'table' : 'sheet');
}

/** @throws ReconError `usage` for a status whose second word would be looked for in names */
function refuseTakenApart(words: readonly string[], options: ListOptions, context: Context): void {
  const status = statusTakenApart(options.status, words);
  if (status === undefined) return;
  const others = options.status?.slice(0, -1) ?? [];
  throw new ReconError('usage', 'a status of several words is typed as one', {
    hint: { command: ['patients', 'list', ...flagsOf({ ...options, status: [...others, status] }, context)] },
  });
}

/** What was asked for, without how much of it. */
function flagsOf({ name, email, phone, city, id, status, since, sort }: ListOptions, { globals }: Context): string[] {
  const fields = globals().fields?.join(',');
  return Object.entries({ name, email, phone, city, id, status, since, sort, fields }).flatMap(([flag, value]) =>
    [value ?? []].flat().flatMap((one) => [`--${flag}`, one]),
  );
}
