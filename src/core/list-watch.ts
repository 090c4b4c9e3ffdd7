import type { PatientsAnswer, Received } from '../contract/answers.ts';
import type { Patient } from '../contract/patient.ts';
import { idText, type Reply } from './answer.ts';

export type ListWatch = ReturnType<typeof watchList>;

/**
 * Sees the pages of a list go by, and tells if the list stood still meanwhile. The interface pages by position: a patient who is deleted or added meanwhile moves all that come after, so that one
 * is missed or comes twice. The only signs of it are the service's own count and an id seen again.
 */
export function watchList() {
  const seen = new Set<string>();
  let withoutId = 0;
  let repeated: string | undefined;
  let firstTotal: number | undefined;
  let lastTotal: number | undefined;
  const count = () => seen.size + withoutId;

  const isFresh = (patient: Received<Patient>) => {
    const id = idText(patient?.id);
    if (id === undefined) withoutId += 1;
    else if (seen.has(id)) repeated = id;
    else seen.add(id);
    return id === undefined || repeated !== id;
  };
  const change = (): string | undefined => {
    if (firstTotal !== lastTotal) return `the service counted ${firstTotal} patients at first and ${lastTotal} later`;
    return repeated === undefined ? undefined : `patient ${repeated} was listed twice`;
  };

  return {
    /** The ids of all patients so far. */
    ids: (): ReadonlySet<string> => seen,
    /** The patients of a page that were on none before it. */
    fresh: (reply: Reply<PatientsAnswer>): Received<Patient>[] => {
      const total: unknown = reply.body?.meta?.total_entries;
      if (typeof total === 'number') {
        firstTotal ??= total;
        lastTotal = total;
      }
      return (reply.body?.patients ?? []).filter(isFresh);
    },
    /** Patients so far, each counted once. */
    count,
    /** The reason why the pages may not be of one list; undefined if there is none. */
    change,
    /** The same, once every page was seen: now the number of patients must be the service's own. */
    changeOfWhole: () => {
      if (lastTotal === undefined || lastTotal === count()) return change();
      return change() ?? `the service counts ${lastTotal} patients and listed ${count()}`;
    },
  };
}
