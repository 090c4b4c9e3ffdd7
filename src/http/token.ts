import { ReconError } from '../errors.ts';
import { tokenProblem } from '../system/token-shape.ts';

/** The token, if it can stand in a header. @throws ReconError `usage`, which never quotes it */
export function checkedToken(token: string): string {
  const problem = tokenProblem(token);
  if (problem === undefined) return token;
  throw new ReconError('usage', `the token ${problem}`, { hint: 'recon login, with the token copied anew' });
}

/** A service may repeat the token in its complaint; nobody shall read it there. */
export function hideToken(text: string, token: string): string {
  return text.replaceAll(token, '(token hidden)').replaceAll(encodeURIComponent(token), '(token hidden)');
}
