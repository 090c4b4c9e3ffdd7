import type { ReconstructionType } from '../../../contract/reconstruction.ts';
import { type Draft, listed } from '../../../core/draft.ts';
import type { Context } from '../../context.ts';
import { PLAIN_THEME } from '../../io/theme.ts';
import { photoRow, reasonOf, sentencesOf, viewName } from '../../output/photo-rows.ts';
import { printable, printableJson } from '../../output/printable.ts';
import type { PhotoLook } from '../../request/look-at-photos.ts';
import type { CheckedSet, ProviderNeeds } from './checked-set.ts';
import { jsonOf } from './looks-json.ts';

/** Where the answer goes, photo by photo as each is seen, then the set. */
export interface ShowLooks {
  photo(look: PhotoLook): Promise<void>;
  set(checked: CheckedSet): Promise<void>;
}

/** One object as JSON; rows on a terminal; values between tabs in a pipe. */
export async function showLooks(type: ReconstructionType, draft: Draft, context: Context): Promise<ShowLooks> {
  const { streams } = context;
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') {
    const spaces = format === 'json' ? 2 : undefined;
    return {
      photo: async () => {},
      set: async (checked) =>
        streams.write(`${printableJson(JSON.stringify(jsonOf(type, checked), undefined, spaces))}\n`),
    };
  }
  const width = await context.tableWidth();
  return width === undefined ? values(draft, context) : rows(width, context);
}

async function rows(width: number, context: Context): Promise<ShowLooks> {
  const { streams } = context;
  const theme = streams.stdoutIsTty() ? await context.theme('stdout') : PLAIN_THEME;
  return {
    photo: ({ view, verdict, findings }) =>
      streams.write(photoRow(viewName(view), verdict, sentencesOf(findings), width, theme)),
    set: async ({ set, needs, read }) => {
      const sentences = [...sentencesOf(set.findings), ...readinessOf(needs)];
      const count = read.length;
      await streams.write(photoRow(count === 1 ? '' : 'together', set.verdict, sentences, width, theme));
    },
  };
}

/** View, verdict, file, reasons; the set and its providers after the photos. */
function values(draft: Draft, { streams }: Context): ShowLooks {
  const line = (...cells: string[]) => streams.write(`${cells.map(printable).join('\t')}\n`);
  return {
    photo: ({ view, verdict, findings }) =>
      line(view, verdict, draft.photos[view] ?? '', findings.map(reasonOf).join('; ')),
    set: async ({ set, needs }) => {
      await line('set', set.verdict, '', set.findings.map(reasonOf).join('; '));
      for (const { provider, needs: missing } of needs) {
        await line(`provider ${provider}`, missing.length === 0 ? 'complete' : 'incomplete', '', missing.join(', '));
      }
    },
  };
}

/** `Nothing is missing for face (4) and head (6).` */
function readinessOf(needs: readonly ProviderNeeds[]): string[] {
  const nameOf = ({ name, provider }: ProviderNeeds) => `${name} (${provider})`;
  const complete = needs.filter((one) => one.needs.length === 0);
  return [
    ...(complete.length === 0 ? [] : [`Nothing is missing for ${listed(complete.map(nameOf))}.`]),
    ...needs
      .filter((one) => one.needs.length > 0)
      .map(
        (one) => `For ${nameOf(one)} still missing: ${one.needs.map((need) => need.replaceAll('_', '-')).join(', ')}.`,
      ),
  ];
}
