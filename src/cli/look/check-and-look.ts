import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { type CheckedRequest, checkDraft } from '../request/check-draft.ts';
import type { RequestOptions } from '../request/read-draft.ts';
import { checkBeforeSending } from './check-before-sending.ts';
import type { EarlierModel } from './look-beside-earlier.ts';

export interface Checks {
  /** `patients create`, for the command that would be complete. */
  typed: readonly string[];
  options: RequestOptions;
  /** A person may change the photos. */
  mayChange: boolean;
  earlier?: EarlierModel;
}

/** Checks a draft and looks at its photos. A person who is told of bad ones may give others; then it begins again. */
export async function checkAndLook(
  draft: Draft,
  { typed, options, mayChange, earlier }: Checks,
  context: Context,
): Promise<CheckedRequest> {
  for (;;) {
    const request = await checkDraft(draft, { typed, mayChange }, context);
    if (request === undefined) continue;
    try {
      if (await checkBeforeSending(draft, request.reconstruction, { options, mayChange, earlier }, context))
        return request;
    } catch (error) {
      await request.dispose();
      throw error;
    }
    await request.dispose();
  }
}
