import type { ListedInvitation } from '../../contract/own-routes.ts';
import { RECONSTRUCTION_TYPES, type ReconstructionType, typeWord } from '../../contract/reconstruction.ts';
import { patientToChange, requireChange } from '../../core/may-change.ts';
import { requireRoute } from '../../core/own-routes.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { whoIsTold } from '../output/patient-line.ts';
import { missingType, typeText } from '../request/ask-type.ts';
import { patientId } from '../request/whom.ts';

/** Those by which photos can still be sent. */
export const openOnes = (all: readonly ListedInvitation[], type: ReconstructionType) =>
  all.filter((one) => one?.type === type && one.sent_at === null);

export interface Revoking {
  /** As typed. */
  patient: string | undefined;
  /** As typed; otherwise it is asked for. */
  type: ReconstructionType | undefined;
  yes: boolean;
}

/**
 * Takes back the links that are out. What has come by them and is not sent yet is erased with them, so that is told and
 * asked about first; default no.
 * @returns what was taken back; undefined where there is nothing to do
 * @throws ReconError `usage` where photos would be erased and nobody can be asked, without `--yes`; with it, where links
 * for several types are out and none was typed
 */
export async function revokeLinks({ patient, type: given, yes }: Revoking, context: Context) {
  const { streams } = context;
  const isAsked = patient === undefined && !yes && context.mayAsk();
  const offered = isAsked ? await patientsWithLinks(given, context) : undefined;
  if (offered?.size === 0) {
    streams.say(`no ${given === undefined ? '' : `${typeWord(given)} `}link is out`);
    return undefined;
  }
  const links = given === undefined ? 'links' : `${typeWord(given)} links`;
  const change = { change: `Take back the ${links} of`, yes, asksItself: given === undefined, offered };
  const id = await patientId(patient, change, context);
  const client = await context.client();
  const reply = await patientToChange(client, id);
  requireRoute(reply, 'invitations');
  const whom = whoIsTold(id, reply.body?.patient, streams);
  const all = await client.listInvitations(id);
  const types = RECONSTRUCTION_TYPES.filter((type) => openOnes(all, type).length > 0);
  if (given === undefined ? types.length === 0 : !types.includes(given)) {
    streams.say(`no ${given === undefined ? '' : `${given} `}link of ${whom} is out`);
    return undefined;
  }
  if (yes && given === undefined && types.length > 1) throw missingType(types);
  const type = given ?? (await askWhichLink(types, context));
  const out = openOnes(all, type);
  const count = out.length === 1 ? 'one link' : `${out.length} links`;
  const whose = `${count} for ${typeWord(type)} photos of ${whom}`;
  const came = out.reduce((sum, { photos }) => sum + (photos?.length ?? 0), 0);
  const photos = came === 1 ? '1 photo that had' : `${came} photos that had`;
  const lost = came === 0 ? '' : `${photos} arrived but ${came === 1 ? 'was' : 'were'} not sent`;
  if (context.globals().dryRun) {
    streams.say(`dry run: would take back ${whose}${lost && `; would be erased: ${lost.replace('had ', '')}`}`);
    return undefined;
  }
  if (!yes) await confirmRevoking({ whose, came, isTyped: given !== undefined }, context);
  const { answeredAt: at = context.clock.now() } = await client.revokeInvitations(id, type);
  streams.say(`took back ${whose}${lost && `; erased: ${lost}`}`);
  return { id, type, at };
}

/** Ids; undefined where the service does not tell of the links of all patients. */
async function patientsWithLinks(given: ReconstructionType | undefined, context: Context) {
  const client = await context.client();
  const first = await client.listNobody();
  requireChange(first);
  requireRoute(first, 'invitations');
  if (!first.routes?.has('open-invitations')) return undefined;
  const links = await client.listOpenInvitations();
  return new Set(links.filter(({ type }) => given === undefined || type === given).map(({ id }) => id));
}

/** The only one is named where it is asked whether to take it back. */
async function askWhichLink(types: readonly ReconstructionType[], { prompt }: Context): Promise<ReconstructionType> {
  if (types.length === 1) return types[0]!;
  const choices = types.map((type) => ({ value: type, name: typeText(type) }));
  return await (await prompt()).choose('Take back the link for which photos?', choices);
}

interface AskedAbout {
  /** As in "took back one link for face photos of patient 7". */
  whose: string;
  /** Number of photos that would be erased. */
  came: number;
  /** The type was typed, not chosen from a list: one Enter too early takes the first line of a list. */
  isTyped: boolean;
}

async function confirmRevoking({ whose, came, isTyped }: AskedAbout, context: Context): Promise<void> {
  if (came === 0 && isTyped) return;
  const photos = came === 1 ? '1 photo has' : `${came} photos have`;
  const erased = `${photos} arrived and ${came === 1 ? 'is' : 'are'} not sent yet`;
  if (!context.mayAsk()) {
    throw new ReconError(
      'usage',
      `${erased}: to erase ${came === 1 ? 'it' : 'them'} without being asked, --yes is needed`,
      {
        hint: 'the same command with --yes',
      },
    );
  }
  if (came > 0) context.streams.note(erased);
  const erasing = came === 0 ? '' : `, and erase ${came === 1 ? 'that photo' : 'those photos'}`;
  if (await (await context.prompt()).confirm(`Take back ${whose}${erasing}?`)) return;
  throw new ReconError('declined', 'nothing was done');
}
