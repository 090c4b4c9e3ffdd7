import { ReconError } from '../../errors.ts';
import type { Client } from '../client.ts';
import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredRequest } from '../journal/request-store.ts';
import { agreesInOne } from '../same-person.ts';
import { locked } from './begin.ts';
import { carryOut, type World } from './carry-out.ts';
import { undecided } from './open-errors.ts';
import type { Outcome, Steps } from './steps.ts';
import { stepsFor } from './steps-for.ts';

/** The ways to close what earlier runs have left open at the service in use. */
export interface OpenChanges {
  count(): Promise<number>;
  /** Finishes one. @throws ReconError `outcome_unknown` where it stays open; `storage` where a running one is at it */
  finish(entry: string): Promise<Outcome<unknown>>;
  /** A person has seen that it was made: for a create, as that patient, who must not be somebody else. */
  adopt(entry: string, id: string): Promise<void>;
  /** A person has seen that it was not made: it is sent again. Who may be it and was not named yet is named first. */
  recreate(entry: string): Promise<Outcome<unknown>>;
}

export function openChanges({ client, world }: { client: Client; world: World }): OpenChanges {
  const { journal } = world;
  const carry = async (entry: Entry) =>
    await carryOut(entry, stepsFor(entry, await journal.request(entry), { client, world }), world);
  return {
    count: async () => (await journal.open()).length,
    finish: (id) => alone(id, journal, (entry) => carry(entry)),
    adopt: (id, patient) => alone(id, journal, (entry) => adopt(entry, patient, client, world)),
    recreate: (id) =>
      alone(id, journal, async (entry) => {
        const request = await journal.request(entry);
        if (entry.deed === 'create') await nameCandidates(entry, stepsFor(entry, request, { client, world }), journal);
        // Kept as decided, should the network stop it.
        await journal.keep(entry, { ...request, allowSame: true });
        const key = `recon-${crypto.randomUUID()}`;
        return await carry(await journal.note(entry, { state: 'planned', key, account: world.account }));
      }),
  };
}

/** Works on an open entry as the journal has it now, while nobody else does. @throws ReconError `busy`, `usage` */
export async function alone<T>(id: string, journal: Journal, work: (entry: Entry) => Promise<T>): Promise<T> {
  const find = async (missing: () => ReconError): Promise<Entry> => {
    const entry = (await journal.open()).find((one) => one.id === id);
    if (entry === undefined) throw missing();
    return entry;
  };
  const { subject } = await find(() => noSuchChange(id));
  return await locked(subject, () => locked(id, async () => work(await find(() => closedMeanwhile(id)))));
}

export const noSuchChange = (id: string): ReconError =>
  new ReconError('usage', `there is no open change ${JSON.stringify(id)}`, { hint: 'recon resume --list' });

/** How it ended was told to the one who ended it. */
const closedMeanwhile = (id: string) =>
  new ReconError('busy', `another recon was at work on ${id} and has closed it`, { hint: 'recon resume --list' });

/** @throws ReconError `outcome_unknown` where a look finds who may be it, and nobody was told so yet */
async function nameCandidates(entry: Entry, steps: Steps<unknown>, journal: Journal): Promise<void> {
  const look = await steps.look(entry);
  const found = look.seen === 'made' ? [look.outcome.patient] : look.seen === 'unclear' ? (look.candidates ?? []) : [];
  const fresh = found.filter((id) => id !== undefined && !entry.candidates.includes(id)) as string[];
  if (fresh.length === 0) return;
  const told = await journal.note(entry, { state: 'unknown', candidates: [...entry.candidates, ...fresh] });
  throw undecided(told, 'not sent again: a look shows a new patient like the one that was sent', []);
}

async function adopt(entry: Entry, patient: string, client: Client, { journal }: World): Promise<void> {
  if (entry.deed !== 'create' && patient !== entry.patient) {
    throw new ReconError('usage', `${entry.id} is about patient ${entry.patient}, not ${patient}`);
  }
  if (entry.deed === 'create') {
    if ((await journal.claimed()).has(patient)) {
      throw new ReconError('usage', `patient ${patient} was made by another command already`, {
        hint: `recon resume ${entry.id} --recreate, if this one was not made`,
      });
    }
    const { body } = await client.getPatient(patient);
    const { patient: sent = {} } = await journal.request(entry).catch((): StoredRequest => ({}));
    if (!agreesInOne(body?.patient, sent)) {
      throw new ReconError('usage', `patient ${patient} has another name, email and phone than what was sent`, {
        hint: `recon patients get ${patient}, to see who it is; recon resume ${entry.id} --forget closes it without anybody`,
      });
    }
  }
  await journal.note(entry, { state: 'adopted', patient });
}
