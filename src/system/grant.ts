/** What an OAuth issuer gave at a login, as it is kept between two commands. Times are epoch ms. */
export interface Grant {
  /** A random name: this login and its renewals have it, and no other. */
  login: string;
  issuer: string;
  clientId: string;
  /** The service that the tokens are for, where it has named itself. */
  resource?: string;
  /** Who logged in, as the issuer names the person. */
  subject?: string;
  accessToken: string;
  /** Without one the login ends with its access token. */
  refreshToken?: string;
  /** A new token is asked for from then on. */
  renewAt?: number;
  expiresAt?: number;
}

const TEXTS = ['login', 'issuer', 'clientId', 'accessToken'];
const MAYBE_TEXTS = ['resource', 'subject', 'refreshToken'];
const MAYBE_TIMES = ['renewAt', 'expiresAt'];

/** The grant that `JSON.stringify` wrote; undefined for any other text. */
export function parseGrant(text: string): Grant | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const are = (names: readonly string[], type: string, orAbsent: boolean) =>
    names.every((name) => typeof fields.get(name) === type || (orAbsent && !fields.has(name)));
  const isGrant = are(TEXTS, 'string', false) && are(MAYBE_TEXTS, 'string', true) && are(MAYBE_TIMES, 'number', true);
  return isGrant ? (value as Grant) : undefined;
}

/** Tells accounts apart, and stays when tokens are renewed: the person if the issuer names one, else the login. */
export const holderOf = ({ login, issuer, subject }: Grant): string =>
  subject === undefined ? login : JSON.stringify([issuer, subject]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
