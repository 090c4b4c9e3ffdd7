import { ReconError } from '../errors.ts';
import { tokenProblem } from '../system/token-shape.ts';

/**
 * The token, checked for use in a header.
 * @throws ReconError `usage`, which never quotes the token
 */
export function checkedToken(token: string): string {
  const problem = tokenProblem(token);
  if (problem === undefined) return token;
  throw new ReconError('usage', `the token ${problem}`, {
    hint: { command: ['login'], because: 'with the token copied anew' },
  });
}

/** Hides the token in a service's text: an error answer may repeat it. */
export function hideToken(text: string, token: string): string {
  return text.replaceAll(token, '(token hidden)').replaceAll(encodeURIComponent(token), '(token hidden)');
}
