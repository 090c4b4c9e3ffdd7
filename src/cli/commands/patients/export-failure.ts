import { typeWord } from '../../../contract/reconstruction.ts';
import { listed } from '../../../core/draft.ts';
import type { Exported } from '../../../core/export/export.ts';
import { MANIFEST } from '../../../core/export/manifest.ts';
import type { WantedArchive } from '../../../core/export/plan.ts';
import { ReconError } from '../../../errors.ts';

/** `face`, `face after-record 2`, `the front photo of face` */
export const archiveName = ({ type, after, view }: Pick<WantedArchive, 'type' | 'after' | 'view'>): string =>
  view !== undefined
    ? `the ${view} photo of ${typeWord(type)}`
    : after === undefined
      ? typeWord(type)
      : `${typeWord(type)} after-record ${after}`;

export const AGAIN = 'the same command again; it goes on where this one stopped';
/** More than a screen of names says no more than the manifest. */
const NAMED = 20;

/** What of an export was not done; undefined where all is. */
export function exportFailure(
  { path, counts, failed, missing, stopped, gone, change }: Exported,
  { removesGone }: { removesGone: boolean },
): ReconError | undefined {
  if (failed.length === 0 && missing.length === 0 && stopped === undefined) return undefined;
  const named = failed.slice(0, NAMED).map((one) => `patient ${one.patientId}, ${archiveName(one)}: ${one.error}`);
  const more = failed.length > NAMED ? [`and ${failed.length - NAMED} more, in ${path}/${MANIFEST}`] : [];
  const gaveUp = counts.not_tried > 0 ? [`too many in a row failed: ${counts.not_tried} were not tried`] : [];
  const absent = missing.length > 0 ? [`not found: ${missing.join(', ')}`] : [];
  const archives = failed.length === 1 ? '1 archive was' : `${failed.length} archives were`;
  const patients = missing.length === 1 ? '1 patient was' : `${missing.length} patients were`;
  if (
    removesGone &&
    failed.length === 0 &&
    stopped === undefined &&
    change === undefined &&
    gone.unlisted.length === 0
  ) {
    return new ReconError('partly_failed', goneText(missing, gone), {
      hint: `from now on the same command without ${missing.map((id) => `--id ${id}`).join(' ')}`,
    });
  }
  return new ReconError('partly_failed', `${failed.length > 0 ? archives : patients} not saved`, {
    details: [...named, ...more, ...absent, ...gaveUp],
    // Who is not there is not there the next time either.
    hint: failed.length === 0 && stopped === undefined ? { command: ['patients', 'list'] } : AGAIN,
  });
}

/** What was asked is done: those who are gone are told, and what became of their files. */
function goneText(ids: readonly string[], { removed, changed }: Exported['gone']): string {
  const [are, them] =
    ids.length === 1 ? [`patient ${ids[0]} is`, 'this patient'] : [`patients ${listed(ids)} are`, 'them'];
  const rest =
    changed.length > 0
      ? 'what stays in the folder is told above'
      : removed.length === 0
        ? `the folder has no files of ${them}`
        : `what the folder had of ${them} is removed`;
  return `${are} not there any more, and ${rest}`;
}
