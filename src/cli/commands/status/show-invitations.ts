import { generationStateOf, LINK_OUT, shortTypeOf, typeWord } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { type InvitationMade, peopleOf, stillOut } from '../../../core/invitations-made.ts';
import { mayChange } from '../../../core/may-change.ts';
import { untilText } from '../../../system/local-time.ts';
import type { Context } from '../../context.ts';
import { formerText, linksOut } from '../../links-out.ts';
import { ago } from '../../output/ago.ts';
import { fieldOf, fieldText, itemsOf } from '../../output/field-text.ts';
import { shortNameOf } from '../../output/patient-line.ts';
import { printable } from '../../output/printable.ts';
import { wrapLine } from '../../output/wrap-line.ts';

/** More are a number. */
const MOST_TOLD = 10;
/** Patients whose next steps are told. */
const MOST_STEPS = 3;
/** As many as one request asks for. */
const MOST_LOOKED_AT = 100;

/** Whose photos are waited for, as far as the service tells, or else this machine knows: the interface lists no links. */
export async function showInvitations(reply: Pick<Reply<unknown>, 'routes'>, context: Context): Promise<void> {
  const { streams, clock } = context;
  const { links, isTold } = await linksOut(reply, context);
  const made = links.toSorted((one, other) => other.at - one.at).slice(0, MOST_LOOKED_AT);
  if (made.length === 0) return;
  const ids = [...new Set(made.map(({ id }) => id))];
  const listed = await (await context.client()).listPatients({ ids });
  const { body, answeredAt: now = clock.now() } = listed;
  const out = (isTold ? peopleOf : stillOut)(made, body?.patients ?? []);
  if (out.length === 0) return;
  const lines = out.slice(0, MOST_TOLD).map(({ invitation, patient }) => {
    const { id, type, at, expiresAt, links: count = 1, formerAddress } = invitation;
    const name = fieldText(patient?.name) || 'without a name';
    const made = count > 1 ? `${count} links, the last made` : 'made';
    const until =
      expiresAt === undefined ? '' : `, ${count > 1 ? 'the longest ' : ''}works until ${untilText(expiresAt)}`;
    const line = `  ${id}  ${printable(name)}, ${typeWord(type)}, ${made} ${ago(new Date(at).toISOString(), now)}${until}${formerText(formerAddress)}`;
    return `${wrapLine(line, { width: streams.columns(), indent: ' '.repeat(id.length + 4) })}\n`;
  });
  const all = isTold ? links : out.map(({ invitation }) => invitation);
  const more = all.length - lines.length;
  await streams.write(
    `\nPhotos waited for, by links ${whichText(all, isTold)}\n${lines.join('')}${more > 0 ? `  and ${more} more\n` : ''}`,
  );
  if (isTold) {
    const command = ['patients', 'list', '--status', LINK_OUT];
    await context.sayNext({ command, because: 'all of them, with phone numbers' });
  }
  if (!mayChange(listed)) return;
  for (const { invitation, patient } of out.slice(0, MOST_STEPS)) {
    const { id, type } = invitation;
    const [name, back] = [shortNameOf(id, patient), ['invite', id, '--type', type, '--revoke']];
    if (isReady(patient, type)) {
      const because = `${name}, whose ${typeWord(type)} model is ready: to take back what is out for these photos`;
      await context.sayNext({ command: back, because });
      continue;
    }
    await context.sayNext(
      { command: ['invite', id, '--type', type], because: `${name}, a new link` },
      { or: { command: back, because: `to take back what is out for ${typeWord(type)} photos` } },
    );
  }
}

/** Nobody waits for photos of such a model; one more link would only be one more to take back. */
const isReady = (patient: unknown, type: string): boolean =>
  itemsOf(fieldOf(patient, 'reconstructions')).some(
    (one) => shortTypeOf(fieldOf(one, 'type')) === type && generationStateOf(fieldOf(one, 'status')) === 'ready',
  );

/** Links are counted where the service tells how many each entry stands for, and else the patients. */
function whichText(all: readonly InvitationMade[], isTold: boolean): string {
  const isCounted = isTold && all.every(({ links }) => links !== undefined);
  if (isCounted) return `that are out: ${all.reduce((sum, { links = 0 }) => sum + links, 0)}`;
  const people = new Set(all.map(({ id }) => id)).size;
  return `${isTold ? 'that are out' : 'made on this machine'}, for ${people === 1 ? '1 patient' : `${people} patients`}`;
}
