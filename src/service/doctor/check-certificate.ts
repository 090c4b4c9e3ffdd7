import { type Finding, warning, wrong } from '../../contract/finding.ts';
import { FOR_PHONES, UNKNOWN_TO_PHONES } from '../../system/certificate-words.ts';
import { otherNameWords, PROXY_ASIDE } from '../certificate-facts.ts';
import { serviceOn } from '../open-store.ts';
import { runningOn } from '../running.ts';
import type { Looked } from './looked.ts';

/** What a service that runs has noted of its own certificate. Told only where something is wrong: most have none. */
export async function checkCertificate({ places: { dataFolder }, asker }: Looked): Promise<Finding[]> {
  const running = await (asker === undefined ? serviceOn : runningOn)(dataFolder);
  const { certificate, otherName: other, isPrivate } = running ?? {};
  const findings: Finding[] = [];
  if (certificate !== undefined) {
    const fix = 'put the certificate and the key that were made together there; until then the earlier ones serve';
    findings.push(wrong('renewed certificate', `it is not in use: ${certificate}`, fix));
  }
  if (other !== undefined) {
    const { found, fix } = otherNameWords(other);
    findings.push(wrong('public address', `the certificate ${found}`, fix, PROXY_ASIDE));
  }
  // A clinic may send no links to phones.
  if (isPrivate) findings.push(warning('phones', `the certificate ${UNKNOWN_TO_PHONES}`, FOR_PHONES));
  return findings;
}
