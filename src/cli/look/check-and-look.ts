import { beforeSending } from '../../core/changes/unfinished-errors.ts';
import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { type CheckedRequest, checkDraft } from '../request/check-draft.ts';
import { sayNoEyeDistance } from '../request/eye-distance.ts';
import { tellUnused } from '../request/folder-pictures.ts';
import { checkBeforeSending, type SendingWishes } from './check-before-sending.ts';

export interface Checks extends SendingWishes {
  /** `patients create`, and what was typed beside the draft, for the command that would be complete. */
  typed: readonly string[];
  /** Shows a person who was asked all that would be sent. It may be changed there; it returns at a yes. */
  review?: (() => Promise<void>) | undefined;
}

/**
 * Checks a draft and looks at its photos. A person who is told of bad ones may give others; then it begins again. The
 * review comes last, so that its yes is about what the look told, too; what is changed in it is checked and looked at.
 */
export const checkAndLook = (draft: Draft, checks: Checks, context: Context): Promise<CheckedRequest> =>
  beforeSending(() => lookUntilAgreed(draft, checks, context));

async function lookUntilAgreed(
  draft: Draft,
  { typed, review, ...wishes }: Checks,
  context: Context,
): Promise<CheckedRequest> {
  let agreed: string | undefined;
  for (;;) {
    const request = await checkDraft(draft, { typed, mayChange: wishes.mayChange }, context);
    if (request === undefined) continue;
    // Where a review comes, both are lines of that.
    if (review === undefined) {
      sayNoEyeDistance(draft, context);
      tellUnused(draft, context);
    }
    try {
      if (await checkBeforeSending(draft, request.reconstruction, wishes, context)) {
        const looked = contentOf(draft);
        if (agreed !== looked) await review?.();
        agreed = contentOf(draft);
        if (agreed === looked) return request;
      }
    } catch (error) {
      await request.dispose();
      throw error;
    }
    await request.dispose();
  }
}

/** What is sent of a draft, to see whether it was changed. */
const contentOf = ({ patient, type, provider, photos, measures }: Draft): string =>
  JSON.stringify([patient, type, provider, photos, measures]);
