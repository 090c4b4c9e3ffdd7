import { type Advice, ReconError } from '../../../errors.ts';
import { isOfPrivateNetwork } from '../../../system/address-ranges.ts';
import { isLoopback } from '../../../system/base-url.ts';
import { UNKNOWN_TO_PHONES } from '../../../system/certificate-words.ts';
import type { Context } from '../../context.ts';

/** How a link is handed out. */
export interface Handing {
  qr?: boolean;
  open?: boolean;
  copy?: boolean;
  card?: string;
  here?: boolean;
}

/** From where a link opens, as its address tells. */
type Reach = 'this machine' | 'a private network' | 'everywhere';

export function reachOf(link: string): Reach {
  const { hostname } = new URL(link);
  if (isLoopback(hostname)) return 'this machine';
  return isOfPrivateNetwork(hostname) ? 'a private network' : 'everywhere';
}

/** Who can open a link: told before a question, or else before the link. */
export async function tellWhoOpens(link: string, options: Handing, context: Context): Promise<void> {
  warnOfReach(link, options, context);
  if (reachOf(link) !== 'this machine') await warnOfOwnSigner(link, context);
}

/** Told before the link: behind a code or a sheet it would be read when that is handed out already. */
function warnOfReach(link: string, options: Handing, { streams }: Context): void {
  const reach = reachOf(link);
  if (reach === 'everywhere') return;
  const { open, copy, here } = options;
  if (open && !copy && !isForPhone(options)) {
    // Whoever opens it here wants no phone.
    if (reach === 'this machine') streams.say('this link opens on this machine alone');
  } else if (reach === 'this machine') streams.warn(opensHereAlone(options));
  // A patient who is here is in that network, or can be.
  else if (here) streams.say(opensInNetwork(link));
  else streams.warn(opensInNetwork(link));
}

/**
 * A certificate of the clinic's own signer is trusted here by a setting or a variable, and by no phone. Looked at where one
 * of these is set, and the link begins as the address of the service does.
 */
export async function warnOfOwnSigner(link: string, context: Context): Promise<void> {
  const { baseUrl, caFile } = await context.settings();
  const trustsMore = caFile !== undefined || Boolean(context.environment['NODE_EXTRA_CA_CERTS']);
  if (!trustsMore || baseUrl === undefined || new URL(link).origin !== new URL(baseUrl.value).origin) return;
  const certificate = await (await context.client()).certificate();
  if (certificate === undefined || certificate.isPublic) return;
  context.streams.warn(
    `the certificate of this service ${UNKNOWN_TO_PHONES}; ask who runs the service for one that they trust`,
  );
}

const isForPhone = ({ qr, here, card }: Handing) => qr === true || here === true || card !== undefined;

const opensInNetwork = (link: string) =>
  `this link opens only in the clinic’s own network, such as its Wi-Fi, and not at home: ${new URL(link).hostname} is an address of a private network`;

function opensHereAlone(options: Handing): Advice {
  const subject = options.here
    ? 'no code is drawn, since no phone can open this link: it'
    : isForPhone(options)
      ? 'no phone can open this link: it'
      : 'this link';
  const where = options.here ? 'opens in a browser of this machine alone' : 'opens on this machine alone';
  return { before: `${subject} ${where}; for links that phones open, ${WHO_HELPS}`, command: WITH_PUBLIC_URL };
}

/** It takes a name, a certificate and mostly a proxy, which nobody sets up at a desk. */
const WHO_HELPS = 'ask who runs the service: it needs an https address that phones reach, and is then started with';
const WITH_PUBLIC_URL = ['serve', '--public-url', 'https://…'];

export const WORKS_HERE = 'the link is made, and works on this machine';

/** What a person gets instead of a code or a sheet that no phone can use. */
export function refusalOf({ qr, card }: Handing): ReconError | undefined {
  if (!qr && card === undefined) return undefined;
  const what = card === undefined ? 'the QR code' : 'the card';
  return new ReconError('usage', `${what} is not made: no phone can open this link`, {
    hint: { before: WHO_HELPS, command: WITH_PUBLIC_URL, because: 'then the same again' },
  });
}
