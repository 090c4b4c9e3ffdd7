import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Received } from '../contract/answers.ts';
import type { Patient } from '../contract/patient.ts';
import { isReconstructionType, type ReconstructionType, shortTypeOf } from '../contract/reconstruction.ts';
import { unlessMissing } from '../errors.ts';
import { makePrivateFolder } from '../system/private-folder.ts';
import { idText } from './answer.ts';
import { onOwnDisk } from './disk-failure.ts';
import { type KeptPlace, placeName } from './kept-place.ts';

export interface InvitationMade {
  id: string;
  type: ReconstructionType;
  /** By the service's clock, epoch ms. */
  at: number;
  /** Until when the link works, epoch ms, where the service told it. The same as `at` where all links were taken back. */
  expiresAt?: number | undefined;
  /** How many links of this patient and type are out, where the service tells it. The times are then of several. */
  links?: number | undefined;
  /** The address that the link names, where the service is no more and says so. */
  formerAddress?: string | undefined;
}

export type InvitationsMade = ReturnType<typeof keepInvitations>;

/** Of an older one nobody waits for photos any more. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Keeps for whom invitations were made on this machine, and when: the interface has no list of them. A link is never
 * kept, since whoever has it gets in.
 */
export function keepInvitations({ folder, scope }: KeptPlace) {
  const path = join(folder, `${placeName(scope)}.lines`);
  return {
    /** A line at the end, so that several commands can write at once. */
    add: async ({ id, type, at, expiresAt }: InvitationMade): Promise<void> => {
      const until = expiresAt === undefined ? '' : ` ${new Date(expiresAt).toISOString()}`;
      await onOwnDisk(path, async () => {
        await makePrivateFolder(folder);
        await appendFile(path, `${new Date(at).toISOString()} ${id} ${type}${until}\n`, { mode: 0o600 });
      });
    },
    /** The newest of each patient and type, as long as it may work; what cannot be read is left out. */
    read: async (now: number): Promise<InvitationMade[]> => {
      const text = (await onOwnDisk(path, () => readFile(path, 'utf8').catch(unlessMissing))) ?? '';
      const newest = new Map<string, InvitationMade>();
      for (const line of text.split('\n')) {
        const [time = '', id = '', type, until = ''] = line.split(' ');
        const at = Date.parse(time);
        if (!/^\d{1,16}$/.test(id) || !isReconstructionType(type) || !(now - at < KEPT_MS)) continue;
        const expiresAt = Date.parse(until);
        if (expiresAt === at) newest.delete(`${id} ${type}`);
        else if (!(expiresAt <= now))
          newest.set(`${id} ${type}`, { id, type, at, ...(expiresAt > now && { expiresAt }) });
      }
      return [...newest.values()];
    },
  };
}

type Invited = { invitation: InvitationMade; patient: Received<Patient> };

/** Each with its patient; a patient who is gone is waited for no more. */
export const peopleOf = (made: readonly InvitationMade[], patients: readonly Received<Patient>[]): Invited[] =>
  made.flatMap((invitation) => {
    const patient = patients.find((one) => idText(one?.id) === invitation.id);
    return patient === undefined ? [] : [{ invitation, patient }];
  });

/** Those to which no photos have come: a reconstruction that has changed since was made of photos that came. */
export const stillOut = (made: readonly InvitationMade[], patients: readonly Received<Patient>[]): Invited[] =>
  peopleOf(made, patients).filter(
    ({ invitation: { type, at }, patient }) =>
      !(patient?.reconstructions ?? []).some(
        (one) => shortTypeOf(one?.type) === type && Date.parse(one?.updated_at ?? '') > at,
      ),
  );
