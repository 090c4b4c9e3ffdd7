import type { KnownNames } from '../config/known-names.ts';
import { idText, type Reply } from '../core/answer.ts';
import type { Client } from '../core/client.ts';
import { hasCode } from '../errors.ts';
import { once } from './once.ts';

/** Where names are kept; `key` is undefined without a keyring. */
export type NamesPlace = Pick<KnownNames, 'read' | 'write' | 'erase' | 'eraseOld'> & {
  key(): Promise<Buffer | undefined>;
};

export interface NotingParts {
  client: Client;
  place(): Promise<NamesPlace>;
  /** The state of the place before the token was read; undefined where no patient is shown: then only deletions are noted. */
  mark: string | undefined;
  now(): number;
}

/**
 * The same client, which notes for Tab whom it was told of and who is gone. What was noted is kept at the end, when all
 * output is out; the key is asked for with the first name, while the service and the terminal are at work.
 */
export function notingNames({ client, place: open, mark, now }: NotingParts) {
  const shown = new Map<string, string>();
  const gone = new Set<string>();
  const key = once(async () => (await open()).key());
  const note = (patient: unknown) => {
    if (mark === undefined || typeof patient !== 'object' || patient === null) return;
    const { id, name } = patient as { id?: unknown; name?: unknown };
    const known = idText(id);
    if (known === undefined || typeof name !== 'string' || name.trim() === '') return;
    shown.set(known, name);
    gone.delete(known);
    key().catch(() => {});
  };
  const one = async <T extends Reply<{ patient: unknown }>>(reply: Promise<T>) => {
    note((await reply).body?.patient);
    return await reply;
  };
  const forget = async <T>(id: string, work: Promise<T>) => {
    const done = await work;
    shown.delete(id);
    gone.add(id);
    return done;
  };
  const noting: Client = {
    ...client,
    listPatients: async (filters) => {
      const reply = await client.listPatients(filters);
      reply.body?.patients?.forEach(note);
      return reply;
    },
    eachPage: async function* (filters) {
      for await (const reply of client.eachPage(filters)) {
        reply.body?.patients?.forEach(note);
        yield reply;
      }
    },
    getPatient: (id) =>
      one(client.getPatient(id)).catch((error) => {
        if (hasCode(error, 'not_found')) gone.add(id);
        throw error;
      }),
    createPatient: (input, hooks) => one(client.createPatient(input, hooks)),
    updatePatient: (id, input, hooks) => one(client.updatePatient(id, input, hooks)),
    deletePatient: (id, options) => forget(id, client.deletePatient(id, options)),
    transferPatient: (id, to, options) => forget(id, client.transferPatient(id, to, options)),
    giveBackPatient: (id, options) => forget(id, client.giveBackPatient(id, options)),
  };
  const keep = async () => {
    if (shown.size + gone.size === 0) return;
    const place = await open();
    const known = mark === undefined ? undefined : await key();
    if (mark === undefined || known === undefined) return gone.size > 0 ? await place.erase() : undefined;
    const at = now();
    const before = (await place.read(known, at)).filter(({ id }) => !shown.has(id) && !gone.has(id));
    const names = [...[...shown].map(([id, name]) => ({ id, name, shownAt: at })), ...before];
    if (!(await place.write(names, known, mark)) && gone.size > 0) await place.erase();
    await place.eraseOld(at);
  };
  // A name that Tab does not offer is no reason for a command to fail.
  return { client: noting, close: () => keep().catch(() => {}) };
}
