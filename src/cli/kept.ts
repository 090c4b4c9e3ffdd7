import type { InvitationsMade } from '../core/invitations-made.ts';
import type { KEPT_FOLDERS, KeptPlace } from '../core/kept-place.ts';
import type { LastPatient } from '../core/last-patient.ts';
import type { SeenTimes } from '../core/seen-times.ts';
import { once } from './once.ts';

export interface KeptParts {
  environment: Readonly<Record<string, string | undefined>>;
  /** For the service in use. */
  placeOf(name: (typeof KEPT_FOLDERS)[number]): Promise<KeptPlace>;
}

/** What this machine remembers of earlier commands, each part loaded when it is first asked for. */
export function createKept({ environment, placeOf }: KeptParts) {
  return {
    /** The patient of `last` in this terminal window, at the service in use. */
    lastPatient: once(async (): Promise<LastPatient> => {
      const [{ keepLastPatient }, { terminalWindow }] = await Promise.all([
        import('../core/last-patient.ts'),
        import('../system/terminal-window.ts'),
      ]);
      return keepLastPatient({ ...(await placeOf('last')), window: await terminalWindow(environment) });
    }),
    /** How long 3D models took, at the service in use. */
    seenTimes: once(async (): Promise<SeenTimes> => {
      const { keepSeenTimes } = await import('../core/seen-times.ts');
      return keepSeenTimes(await placeOf('times'));
    }),
    /** For whom invitations were made here, at the service in use. */
    invitationsMade: once(async (): Promise<InvitationsMade> => {
      const { keepInvitations } = await import('../core/invitations-made.ts');
      return keepInvitations(await placeOf('invitations'));
    }),
  };
}
