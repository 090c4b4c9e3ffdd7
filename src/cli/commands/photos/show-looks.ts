import type { MeasureName, ReconstructionType, View } from '../../../contract/reconstruction.ts';
import { viewName } from '../../../contract/view-name.ts';
import { listed } from '../../../core/draft.ts';
import type { Context } from '../../context.ts';
import type { Verdict } from '../../look/look-at-photos.ts';
import { nameOfAll, notToldOf, photoRow, plainRow, reasonOf, sentencesOf, withFiles } from '../../output/photo-rows.ts';
import { printable, printableJson } from '../../output/printable.ts';
import { isMeasure } from '../../request/ask-missing.ts';
import { measureName } from '../../request/flags.ts';
import type { CheckedSet, ProviderNeeds, ToldPhoto } from './checked-set.ts';
import { jsonOf } from './looks-json.ts';

/** Where the answer goes: the photos, then the set. What is told of a photo is known once all are seen. */
export interface ShowLooks {
  /** Rows, in which each file is told. */
  isForPerson: boolean;
  show(checked: CheckedSet): Promise<void>;
}

/** One object as JSON; rows on a terminal; values between tabs in a pipe. */
export async function showLooks(type: ReconstructionType, context: Context): Promise<ShowLooks> {
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') {
    const spaces = format === 'json' ? 2 : undefined;
    return {
      isForPerson: false,
      show: async (checked) =>
        context.writeJson(`${printableJson(JSON.stringify(jsonOf(type, checked), undefined, spaces))}\n`),
    };
  }
  const width = await context.tableWidth();
  return width === undefined ? values(context) : rows(width, context);
}

async function rows(width: number, context: Context): Promise<ShowLooks> {
  const { streams } = context;
  const theme = await context.theme('stdout');
  return {
    isForPerson: true,
    show: async ({ verdict, findings, photos, needs }) => {
      const files = Object.fromEntries(photos.map(({ view, path }) => [view, path]));
      const told = (found: typeof findings) => sentencesOf(withFiles(found, files));
      for (const { view, verdict: own, findings: found } of photos)
        await streams.write(photoRow(viewName(view), own, told(found), width, theme));
      const fresh = notToldOf(photos, findings);
      const isSet = fresh.length > 0 || (photos.length > 1 && verdict === 'usable');
      if (isSet) await streams.write(photoRow(nameOfAll(photos), verdict, told(fresh), width, theme));
      const rows = needsRows(needs, verdict);
      for (const [label, sentences] of rows) await streams.write(plainRow(label, sentences, width));
      const notes = notesOf(photos);
      if (notes.length > 0) await streams.write(plainRow('note', notes, width));
    },
  };
}

/** View, verdict, file, reasons; the set and its providers after the photos. */
function values({ streams }: Context): ShowLooks {
  const line = (...cells: string[]) => streams.write(`${cells.map(printable).join('\t')}\n`);
  return {
    isForPerson: false,
    show: async ({ verdict, findings, photos, needs }) => {
      for (const photo of photos) {
        await line(
          photo.view,
          photo.verdict,
          photo.path,
          [...photo.findings.map(reasonOf), ...photo.remarks].join('; '),
        );
      }
      await line('set', verdict, '', findings.map(reasonOf).join('; '));
      for (const { provider, needs: missing } of needs) {
        await line(`provider ${provider}`, missing.length === 0 ? 'complete' : 'incomplete', '', missing.join(', '));
      }
    },
  };
}

/**
 * `enough    For the models face and head.` and `optional  For the model head-hq also: 45° left, 45° right, from below.`; where
 * they are enough for none, `missing   For the models face and head: front.`
 */
function needsRows(needs: readonly ProviderNeeds[], verdict: Verdict): [label: string, sentences: string[]][] {
  const groups = grouped(needs.map(({ needs: missing, name }) => [missing.map(needName).join(', '), name]));
  const forModels = (names: readonly string[]) => `For the ${names.length === 1 ? 'model' : 'models'} ${listed(names)}`;
  const enough = groups.filter(([missing]) => missing === '').map(([, names]) => `${forModels(names)}.`);
  const isEnough = enough.length > 0;
  const missing = groups
    .filter(([missing]) => missing !== '')
    .map(([missing, names]) => `${forModels(names)}${isEnough ? ' also' : ''}: ${missing}.`);
  // Photos that cannot be used are taken again first.
  if (isEnough && verdict === 'unusable') return [];
  const rows: [string, string[]][] = [
    ['enough', enough],
    [isEnough ? 'optional' : 'missing', missing],
  ];
  return rows.filter(([, sentences]) => sentences.length > 0);
}

const needName = (need: View | MeasureName) => (isMeasure(need) ? measureName(need) : viewName(need));

/** What is said of files, each remark once. */
const notesOf = (photos: readonly ToldPhoto[]): string[] =>
  grouped(photos.flatMap(({ view, remarks }) => remarks.map((remark) => [remark, viewName(view)] as const))).map(
    ([remark, views]) => `${listed(views)} ${views.length === 1 ? remark : remark.replace(/^is /, 'are ')}.`,
  );

function grouped(pairs: readonly (readonly [key: string, member: string])[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const [key, member] of pairs) groups.set(key, [...(groups.get(key) ?? []), member]);
  return [...groups];
}
