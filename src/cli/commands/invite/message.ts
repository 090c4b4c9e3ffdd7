import type { MadeInvitation } from '../../../core/invitation.ts';
import { ReconError } from '../../../errors.ts';
import { LANGUAGES, type Language } from '../../../system/languages.ts';
import type { Context } from '../../context.ts';

/** @throws ReconError `usage` */
export function spokenLanguage(flag: string, typed: string): Language {
  const language = LANGUAGES.find((one) => one === typed);
  if (language !== undefined) return language;
  throw new ReconError('usage', `${flag} ${JSON.stringify(typed)} is none of ${LANGUAGES.join(', ')}`);
}

/** Of the text for the patient; undefined where none is asked for. @throws ReconError `usage` */
export function messageLanguage(
  { message, here }: { message?: string; here?: boolean },
  { globals }: Context,
): Language | undefined {
  if (message === undefined) return undefined;
  const language = spokenLanguage('--message', message);
  if (here) throw new ReconError('usage', '--here is for a patient who is here, and needs no --message');
  if (globals().output?.endsWith('json')) throw new ReconError('usage', '--message is a text, and no JSON');
  return language;
}

export async function messageOf(
  { body, made }: MadeInvitation,
  language: Language,
  clinic: string | undefined,
): Promise<string> {
  const { linkMessage } = await import('../../../core/sheet/link-message.ts');
  const link = body?.invitation_url ?? '';
  return linkMessage({ link, language, expiresAt: made?.expiresAt, clinic });
}
