import { resolve } from 'node:path';
import type { Context } from '../../context.ts';

/** How this machine and others reach a service. */
export interface Reach {
  /** By which this machine reaches the service, and by which it would under any certificate. */
  name: string;
  usual: string;
  /** What the certificate is for, where that is not the usual name. */
  certified?: readonly string[];
  /** Where other machines reach it; undefined where they cannot ask, none where the certificate keeps them out. */
  others: readonly string[] | undefined;
  /** It listens for this machine alone, so that they come by a proxy. */
  isProxied?: boolean;
  /** The certificate is not for the name in that address, which is told by itself. */
  isOtherName?: boolean;
  /** What a certificate should name for them. */
  ownNames: readonly string[];
  /** Of a service with a certificate. */
  tls?: { file: string; trust: 'as it is' | 'by its file' | 'by its signer' } | undefined;
}

/** Under which names the service answers, where one would not think of them. */
export function tellReach(reach: Reach, url: string, { streams }: Context): void {
  if (reach.certified !== undefined) streams.say(certifiedText(reach.certified, reach));
  const others = reach.others?.filter((one) => one !== url);
  if (reach.others?.length === 0) {
    streams.say(
      `Other machines cannot reach it: the certificate has no name for this one that they could use. Get one with a name of it (subjectAltName): ${reach.ownNames.join(', ')}.`,
    );
  } else if (others !== undefined && others.length > 0) {
    const proxy = reach.isOtherName ? 'a proxy there with a certificate for that name' : 'a proxy there';
    const proxied = reach.isProxied ? `, once ${proxy} leads to ${url}` : '';
    if (!reach.isOtherName || reach.isProxied) {
      streams.say(`Other machines reach it at ${others.join(' or ')}${proxied}`);
    }
  }
}

/** What is to be set, where nobody that commands of this user trust has signed the certificate. `profile`: its flag. */
export function tellTrust({ tls }: Reach, { streams }: Context, profile: readonly string[] = []): void {
  if (tls === undefined || tls.trust === 'as it is') return;
  const isOwn = tls.trust === 'by its file';
  streams.say(
    `This machine does not know who signed the certificate. Type this once, and on another machine with a copy of ${isOwn ? 'that file' : 'the signer’s certificate'}:`,
  );
  streams.example({ command: ['config', 'set', 'ca-file', isOwn ? resolve(tls.file) : 'FILE', ...profile] });
}

/** Why the address is not the usual one, or why no command of this machine will reach it. */
function certifiedText(certified: readonly string[], { name, usual }: { name: string; usual: string }): string {
  const list = certified.length === 0 ? 'no name or address at all' : certified.join(', ');
  const which = `The certificate is for ${list}, and not for ${usual}`;
  if (name === 'localhost') return `${which}: commands on this machine use ${name}.`;
  if (name !== usual) return `${which}: commands on this machine use ${name}, which has to be a name of this machine.`;
  return `${which}: commands on this machine will refuse it. Have it name ${usual} too (subjectAltName).`;
}
