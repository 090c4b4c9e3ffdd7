import { slips } from '../system/nearest.ts';

/** Hosts of mail that many patients have, by the first part of their domain, and its usual ends. */
const HOSTS: Readonly<Record<string, RegExp>> = {
  gmail: /^com$/,
  googlemail: /^com$/,
  icloud: /^com$/,
  protonmail: /^com$/,
  hotmail: /^(com|[a-z]{2}|(co|com)\.[a-z]{2})$/,
  outlook: /^(com|[a-z]{2}|(co|com)\.[a-z]{2})$/,
  yahoo: /^(com|[a-z]{2}|(co|com)\.[a-z]{2})$/,
};
/** Hosts whose names are one slip away from one above. */
const OTHERS = [
  'mail',
  'email',
  'ymail',
  'fmail',
  'rmail',
  'hmail',
  'tmail',
  'zmail',
  'vmail',
  'kmail',
  'gmane',
  'cloud',
];
/** `com` with one slip, as far as they are no end of a country's hosts; of Colombia, Cameroon and Oman none of these is. */
const SLIPS_OF_COM = /^(co|cm|om|con|cob|cpm|cim|ckm|vom|xom|dom|comm|coom|ccom|como|coma|ocm|cmo|c0m)$/;

/** Said where nobody is asked: the address may be right. */
export const slipText = (domain: string) => `${SLIP} ${domain}; it is sent as it is`;
const SLIP = 'the host of the e-mail address looks like a slip of';
/** Whether a warning is a `slipText`. */
export const isSlipText = (warning: string): boolean => warning.startsWith(SLIP);

/**
 * The domain that was meant, where one slip of the finger parts the typed one from a large host of mail; undefined for
 * every other domain, and for those hosts themselves.
 */
export function meantDomain(address: string): string | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const at = domain.indexOf('.');
  if (at < 1) return undefined;
  const [name, end] = [domain.slice(0, at), domain.slice(at + 1)];
  if (HOSTS[name] !== undefined) return SLIPS_OF_COM.test(end) ? `${name}.com` : undefined;
  if (OTHERS.includes(name)) return undefined;
  const meant = Object.keys(HOSTS).find((host) => slips(name, host) === 1);
  return meant !== undefined && HOSTS[meant]!.test(end) ? `${meant}.${end}` : undefined;
}
