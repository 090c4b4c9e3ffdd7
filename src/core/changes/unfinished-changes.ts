import { ReconError } from '../../errors.ts';
import { isHeld } from '../../system/lock.ts';
import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredChange } from '../journal/stored-change.ts';
import { agreesInOne } from '../same-person.ts';
import { locked } from './begin.ts';
import { carryOut } from './carry-out.ts';
import { plainCall, type Run } from './run.ts';
import type { Ending, ProcedureOf } from './steps.ts';
import { stepsOf } from './steps-of.ts';
import { undecided } from './unfinished-errors.ts';

/** The ways to close what earlier runs have left open at the service in use. */
export function unfinishedChanges(run: Run) {
  const { journal } = run;
  const call = { ...plainCall(run), keepsUnsent: true };
  const carry = (entry: Entry, change: StoredChange) =>
    carryOut(entry, { steps: stepsOf(change, run, call), run, call });
  return {
    /** Of those at which no running recon is. */
    count: async () => {
      let count = 0;
      // One after the other, since two of a patient have one lock.
      for (const entry of await journal.open()) if (!(await isAtWork(entry))) count += 1;
      return count;
    },
    /** Finishes one. @throws ReconError `outcome_unknown` if it stays open; `busy` if a running recon is at it */
    finish: (id: string): Promise<Ending> =>
      alone(id, journal, async (entry) => await carry(entry, await journal.change(entry))),
    /** A person has seen that it was made: for a create, as that patient, who must not be somebody else. */
    adopt: (id: string, patient: string) => alone(id, journal, (entry) => adopt(entry, patient, run)),
    /**
     * A person has seen that it was not made: it is sent again. If a look finds a patient who may be the one and was
     * not named before, that patient is named and nothing is sent.
     */
    recreate: (id: string): Promise<Ending> =>
      alone(id, journal, async (entry) => {
        const kept = await journal.change(entry);
        const change = kept.deed === 'create' ? { ...kept, allowSame: true } : kept;
        if (change.deed === 'create') {
          await nameCandidates(entry, stepsOf(change, run, call), journal);
          // Kept as decided, should the network stop it.
          await journal.keep(entry, change);
        }
        const key = `recon-${crypto.randomUUID()}`;
        return await carry(await journal.note(entry, { state: 'planned', key, account: journal.account }), change);
      }),
  };
}

/** Works on an entry that was open a moment ago, while nobody else does. @throws ReconError `busy` if it is closed now */
export async function alone<T>(id: string, journal: Journal, work: (entry: Entry) => Promise<T>): Promise<T> {
  const find = async (): Promise<Entry> => {
    const entry = (await journal.open()).find((one) => one.id === id);
    if (entry === undefined) throw closedMeanwhile(id);
    return entry;
  };
  const { subject } = await find();
  return await locked(subject, () => locked(id, async () => work(await find())));
}

/** Whether a running recon is at it. */
export const isAtWork = async ({ id, subject }: Pick<Entry, 'id' | 'subject'>): Promise<boolean> =>
  (await isHeld(id)) || (subject !== undefined && (await isHeld(subject)));

export const noSuchChange = (id: string): ReconError =>
  new ReconError('usage', `there is no open change ${JSON.stringify(id)}`, {
    hint: { command: ['resume', '--list'] },
  });

/** The other recon has told how it ended. */
const closedMeanwhile = (id: string) =>
  new ReconError('busy', `another recon was at work on ${id} and has closed it`, {
    hint: { command: ['resume', '--list'] },
  });

/** @throws ReconError `outcome_unknown` if a look finds patients who may be the one and were not named before */
async function nameCandidates(entry: Entry, { look }: ProcedureOf<'create'>, journal: Journal): Promise<void> {
  const finding = await look(entry);
  if (finding.is === 'not made') return;
  const found = finding.is === 'made' ? [finding.ending.patient ?? []].flat() : (finding.candidates ?? []);
  const fresh = found.filter((id) => !entry.candidates.includes(id));
  if (fresh.length === 0) return;
  const told = await journal.note(entry, { state: 'unknown', candidates: [...entry.candidates, ...fresh] });
  throw undecided(told, 'not sent again: a look shows a new patient like the one that was sent', []);
}

async function adopt(entry: Entry, patient: string, { client, journal }: Run): Promise<void> {
  if (entry.deed !== 'create' && patient !== entry.patient) {
    throw new ReconError('usage', `${entry.id} is about patient ${entry.patient}, not ${patient}`);
  }
  if (entry.deed === 'create') {
    if ((await journal.claimed()).has(patient)) {
      throw new ReconError('usage', `patient ${patient} was made by another command already`, {
        hint: { command: ['resume', entry.id, '--recreate'], because: 'if this one was not made' },
      });
    }
    const { body } = await client.getPatient(patient);
    const { patient: sent } = await journal.change({ ...entry, deed: entry.deed }).catch(() => ({ patient: {} }));
    if (!agreesInOne(body?.patient, sent)) {
      throw new ReconError('usage', `patient ${patient} has another name, email and phone than what was sent`, {
        details: [{ before: 'to close it without anybody', command: ['resume', entry.id, '--forget'] }],
        hint: { command: ['patients', 'get', patient], because: 'to see who it is' },
      });
    }
  }
  await journal.note(entry, { state: 'adopted', patient });
}
