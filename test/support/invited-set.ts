import { createHash } from 'node:crypto';
import { jpegOf } from './photo-maker.ts';
import type { TestService } from './running-service.ts';

let made = 0;

/** A link of a new patient by which three photos have come and wait. */
export async function openInvitedSet(on: TestService): Promise<{ id: number; page: string; secret: string }> {
  const { patient } = await on.patient('POST', '/patients', { form: { 'patient[name]': 'Ida Invited' } });
  const answer = await on.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=mammo`);
  const { invitation_url } = (await answer.json()) as { invitation_url: string };
  // A proxy before the service takes the path of its public URL away.
  const page = new URL(invitation_url).pathname.replace(/^.*(?=\/invitations\/)/, '');
  for (const view of ['front', 'left', 'right']) {
    const photo = await jpegOf({ seed: 500 + ++made });
    const sha256 = createHash('sha256').update(photo).digest('hex');
    const form = { 'photo[id]': `photo-of-${view}`, 'photo[sha256]': sha256, [`reconstruction[${view}]`]: photo };
    const { status } = await on.send('PUT', `${page}/photos/${view}`, { token: null, form });
    if (status !== 200) throw new Error(`the photo was answered with ${status}`);
  }
  return { id: patient.id, page, secret: page.split('/').at(-1)! };
}
