import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { type CheckedRequest, checkDraft } from '../request/check-draft.ts';
import { checkBeforeSending, type SendingWishes } from './check-before-sending.ts';

export interface Checks extends SendingWishes {
  /** `patients create`, for the command that would be complete. */
  typed: readonly string[];
}

/** Checks a draft and looks at its photos. A person who is told of bad ones may give others; then it begins again. */
export async function checkAndLook(
  draft: Draft,
  { typed, ...wishes }: Checks,
  context: Context,
): Promise<CheckedRequest> {
  for (;;) {
    const request = await checkDraft(draft, { typed, mayChange: wishes.mayChange }, context);
    if (request === undefined) continue;
    try {
      if (await checkBeforeSending(draft, request.reconstruction, wishes, context)) return request;
    } catch (error) {
      await request.dispose();
      throw error;
    }
    await request.dispose();
  }
}
