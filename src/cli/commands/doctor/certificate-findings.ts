import { type Finding, right, warning, wrong } from '../../../contract/finding.ts';
import type { Client } from '../../../core/client.ts';
import { FOR_PHONES, UNKNOWN_TO_PHONES } from '../../../system/certificate-words.ts';
import { timesText } from '../backup/facts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Certificate = Awaited<ReturnType<Client['certificate']>>;

/** A certificate of 90 days that renews itself does so when this is left: from then on what is to do is told. */
const RENEWAL_DUE_MS = 30 * DAY_MS;
/** With less left, its renewal has failed. */
const LEAST_LEFT_MS = 14 * DAY_MS;
/** Of one that is made for some weeks. */
const LEAST_LEFT_SHARE = 0.25;
/** Time for a person, also over a weekend. One of a few days may renew itself: in the first half of its life that is only told. */
const SOON_MS = 3 * DAY_MS;

/** A certificate that ends shuts everybody out at once. Through a proxy it is not looked at. */
export function certificateFindings(life: Certificate, now: number): Finding[] {
  if (life === undefined) return [];
  const leftMs = life.until - now;
  const found = `of the service ends in ${timeLeft(leftMs)}, on ${new Date(life.until).toISOString().slice(0, 10)}`;
  const wholeMs = life.until - life.from;
  const fix =
    'a new certificate on the service, before this one ends; a service of recon takes it over without a restart';
  const isLate = leftMs < Math.min(LEAST_LEFT_MS, LEAST_LEFT_SHARE * wholeMs);
  if (isLate || leftMs < Math.min(SOON_MS, wholeMs / 2)) return [wrong('certificate', found, fix)];
  if (leftMs < SOON_MS) return [right('certificate', `${found}, which is fine only if it renews itself`)];
  return [right('certificate', leftMs < RENEWAL_DUE_MS ? `${found}; a new one should be there by then` : found)];
}

function timeLeft(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 1) return 'less than an hour';
  if (hours < 48) return timesText(hours, 'hour');
  return timesText(Math.floor(ms / DAY_MS), 'day');
}

/** Where links to patients begin with the address that is asked: behind another one stands another certificate. */
export function ofPhones(certificate: Certificate, baseUrl: string, ofLinks: URL | undefined): Finding[] {
  if (certificate === undefined || certificate.isPublic || ofLinks?.origin !== new URL(baseUrl).origin) return [];
  const fix = `ask who runs the service for one that phones trust: ${FOR_PHONES}`;
  return [warning('phones', `the certificate ${UNKNOWN_TO_PHONES}`, fix)];
}
