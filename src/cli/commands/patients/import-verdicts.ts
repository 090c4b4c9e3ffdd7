import type { ForeseenRow } from '../../../core/import/foresee.ts';
import type { Context } from '../../context.ts';
import { printList } from '../print-list.ts';

/** A person reads so many rows. Of a longer list those are shown that are more than new or there already. */
const ROWS_SHOWN = 40;

/**
 * On a terminal, what an import would do with each row. `isAsked`: the service has said who is there.
 * @returns whether the rows that would not be sent are all shown
 */
export async function showVerdicts(rows: readonly ForeseenRow[], isAsked: boolean, context: Context): Promise<boolean> {
  const { streams } = context;
  const format = (await context.outputFormat()) ?? 'table';
  if (!streams.stdoutIsTty() || format !== 'table' || rows.length === 0) return false;
  const shown = rows.length > ROWS_SHOWN ? rows.filter(({ outcome }) => !isPlain(outcome)) : rows;
  const records = shown.slice(0, ROWS_SHOWN).map(({ place, who, outcome }) => ({
    row: place.replace(/^(?:row|line) /, ''),
    name: who,
    verdict: verdictOf(outcome, isAsked, context),
  }));
  if (records.length > 0) {
    const columns = ['row', 'name', 'verdict'];
    await printList({ name: 'rows', columns, records }, context);
  }
  const more = shown.length - records.length;
  if (more > 0) streams.say(`and ${more} more such rows`);
  const left = rows.length === shown.length ? [] : rows.filter(({ outcome }) => isPlain(outcome));
  const fresh = left.filter(({ outcome }) => outcome.status === 'created' && outcome.earlier !== true).length;
  const counts = [
    ...(fresh > 0 ? [`${fresh} ${isAsked ? 'new' : 'in order'}`] : []),
    ...(left.length > fresh ? [`${left.length - fresh} there already`] : []),
  ];
  if (counts.length > 0) streams.say(`${records.length === 0 ? '' : 'not shown: '}${counts.join(', ')}`);
  return more === 0;
}

const isPlain = ({ status, differs, namesakes }: ForeseenRow['outcome']) =>
  status !== 'failed' && differs !== true && namesakes === undefined;

function verdictOf(outcome: ForeseenRow['outcome'], isAsked: boolean, { lineText }: Context): string {
  const { status, id, earlier, differs, photosNotSent, heldBack, namesakes, error = '' } = outcome;
  if (status === 'failed') return `${heldBack === true ? 'not sent' : 'to be put right'}: ${lineText(error)}`;
  if (earlier === true) return `done before, as ${id}${differs === true ? '; it differs' : ''}`;
  if (namesakes !== undefined) return `new, with the name of ${namesakes.join(', ')}`;
  if (status === 'created') return isAsked ? 'new' : 'in order';
  const unsent = [...(differs === true ? ['it differs'] : []), ...(photosNotSent === true ? ['no photos sent'] : [])];
  return [`already there as ${id}`, ...unsent].join('; ');
}
