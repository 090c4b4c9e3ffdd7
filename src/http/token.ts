import { ReconError } from '../errors.ts';

/**
 * The token, if it can stand in a header. Checked before any header is built, because a refused
 * header value would otherwise turn up in an error text.
 */
export function checkedToken(token: string): string {
  if (/^[\x21-\x7e]{8,4096}$/.test(token)) return token;
  throw new ReconError('usage', `the access token cannot be used: ${whatIsWrong(token)}`, {
    hint: 'recon login, with the token copied anew',
  });
}

function whatIsWrong(token: string): string {
  if (token.length < 8) return 'it is shorter than 8 characters';
  if (token.length > 4096) return 'it is longer than 4096 characters';
  return 'it holds a space, a line break or a character outside ASCII';
}

/** A service may repeat the token in its complaint; nobody shall read it there. */
export function hideToken(text: string, token: string): string {
  return text.replaceAll(token, '(token hidden)').replaceAll(encodeURIComponent(token), '(token hidden)');
}
