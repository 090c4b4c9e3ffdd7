import { ReconError } from '../../errors.ts';
import type { Client } from '../client.ts';
import { isKnownBy } from '../duplicates.ts';
import { type Deed, type Entry, isOpen } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredRequest } from '../journal/request-store.ts';
import { locked } from './begin.ts';
import { carryOut, type World } from './carry-out.ts';
import { undecided } from './open-errors.ts';
import type { Outcome, Steps } from './steps.ts';
import { stepsFor } from './steps-for.ts';

/** An open change, as a person is told of it. */
export interface OpenChange {
  entry: string;
  deed: Deed;
  patient: string | undefined;
  /** Name of the patient to create, where one was given. */
  name: string | undefined;
  state: Entry['state'];
  /** Epoch ms. */
  at: number;
  candidates: string[];
  /** Planned with the token that is in use now. */
  isOurs: boolean;
}

/** What earlier runs have left open, and the ways to close it. */
export interface OpenChanges {
  list(): Promise<OpenChange[]>;
  /** Profiles and addresses other than this one where something is open, and how much. */
  elsewhere(): Promise<{ profile: string; service: string; count: number }[]>;
  /** Finishes one. @throws ReconError `outcome_unknown` where it stays open; `storage` where a running one is at it */
  finish(entry: string): Promise<Outcome<unknown>>;
  /** A person has seen that it was made: for a create, as that patient, who must not be somebody else. */
  adopt(entry: string, id: string): Promise<void>;
  /** A person has seen that it was not made: it is sent again. Who may be it and was not named yet is named first. */
  recreate(entry: string): Promise<Outcome<unknown>>;
  /** Drops it, sent or not. */
  forget(entry: string): Promise<void>;
}

export function openChanges({ client, world }: { client: Client; world: World }): OpenChanges {
  const { journal } = world;
  const find = async (id: string, missing: () => ReconError): Promise<Entry> => {
    const entry = (await journal.open()).find((one) => one.id === id);
    if (entry === undefined) throw missing();
    return entry;
  };
  /** Nobody else is at it, and it is as the journal says now. */
  const alone = async <T>(id: string, work: (entry: Entry) => Promise<T>): Promise<T> => {
    const { subject } = await find(id, () => noSuch(id));
    return await locked(subject, () => locked(id, async () => work(await find(id, () => closedMeanwhile(id)))));
  };
  const carry = async (entry: Entry) =>
    await carryOut(entry, stepsFor(entry, await journal.request(entry), { client, world }), world);
  return {
    elsewhere: () => journal.openElsewhere(),
    list: async () => await Promise.all((await journal.open()).map((entry) => described(entry, world))),
    finish: (id) => alone(id, (entry) => carry(entry)),
    adopt: (id, patient) => alone(id, (entry) => adopt(entry, patient, client, world)),
    recreate: (id) =>
      alone(id, async (entry) => {
        const request = await journal.request(entry);
        if (entry.deed === 'create') await nameCandidates(entry, stepsFor(entry, request, { client, world }), journal);
        // Kept as decided, should the network stop it.
        await journal.keep(entry, { ...request, allowSame: true });
        const key = `recon-${crypto.randomUUID()}`;
        return await carry(await journal.note(entry, { state: 'planned', key, account: world.account }));
      }),
    forget: (id) => alone(id, async (entry) => void (await journal.note(entry, { state: 'forgotten' }))),
  };
}

const noSuch = (id: string) =>
  new ReconError('usage', `there is no open change ${JSON.stringify(id)}`, { hint: 'recon resume --list' });

/** How it ended was told to the one who ended it. */
const closedMeanwhile = (id: string) =>
  new ReconError('busy', `another recon was at work on ${id} and has closed it`, { hint: 'recon resume --list' });

async function described(entry: Entry, { journal, account }: World): Promise<OpenChange> {
  const { id, deed, patient, state, at, candidates } = entry;
  // A request that cannot be read is told when somebody wants to finish it.
  const name = await journal.request(entry).then(
    (request) => request.patient?.name,
    () => undefined,
  );
  return { entry: id, deed, patient, name, state, at, candidates, isOurs: isOpen(entry) && entry.account === account };
}

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
    if (!isKnownBy(body?.patient, sent)) {
      throw new ReconError('usage', `patient ${patient} has another name, email and phone than what was sent`, {
        hint: `recon patients get ${patient}, to see who it is; recon resume ${entry.id} --forget closes it without anybody`,
      });
    }
  }
  await journal.note(entry, { state: 'adopted', patient });
}
