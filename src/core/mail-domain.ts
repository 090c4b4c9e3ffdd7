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

/** Why the host of an address is probably mistyped, and the domain that was meant, where it can be known. */
export interface HostDoubt {
  /** Said where nobody is asked: the address may be right. */
  warning: string;
  meant?: string;
}

const SLIP = 'the host of the e-mail address looks like a slip of';
const NO_ENDING = 'the host of the e-mail address has no ending, such as .com';
/** Whether a warning is that of a `HostDoubt`. */
export const isHostWarning = (warning: string): boolean => [SLIP, NO_ENDING].some((text) => warning.startsWith(text));

/** Undefined for an address whose host may be right. A host without a dot is one of a network within a house at most. */
export function hostDoubt(address: string): HostDoubt | undefined {
  const meant = meantDomain(address);
  if (meant !== undefined) return { meant, warning: `${SLIP} ${meant}; it is sent as it is` };
  const [, domain = ''] = /@([^@]*)$/.exec(address) ?? [];
  // In brackets stands a number, and not a name.
  if (domain === '' || domain.startsWith('[') || /[^.]\.[^.]/.test(domain)) return undefined;
  return { warning: `${NO_ENDING}; it is sent as it is` };
}

/**
 * The domain that was meant, where one slip of the finger parts the typed one from a large host of mail; undefined for
 * every other domain, and for those hosts themselves.
 */
function meantDomain(address: string): string | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const at = domain.indexOf('.');
  if (at < 1) return undefined;
  const [name, end] = [domain.slice(0, at), domain.slice(at + 1)];
  if (HOSTS[name] !== undefined) return SLIPS_OF_COM.test(end) ? `${name}.com` : undefined;
  if (OTHERS.includes(name)) return undefined;
  const meant = Object.keys(HOSTS).find((host) => slips(name, host) === 1);
  return meant !== undefined && HOSTS[meant]!.test(end) ? `${meant}.${end}` : undefined;
}
