import { LINK_OUT } from '../../../contract/reconstruction.ts';
import type { Line } from '../../../errors.ts';
import { isLoopback } from '../../../system/base-url.ts';
import { untilText } from '../../../system/local-time.ts';

interface Links {
  /** Those that are out with an address of an earlier start, and when the last of them ends, epoch ms. */
  linksElsewhere: readonly { address: string; count: number; until: number }[];
  /** With what the links of now begin. */
  linkAddress: string;
}

/** Patients have links that lead to where the service was before, and nobody else would tell the clinic. */
export function tellLinksElsewhere({ linksElsewhere, linkAddress }: Links, note: (line: Line) => void): void {
  for (const { address, count, until } of linksElsewhere) {
    const isOne = count === 1;
    const which = isOne ? 'One link is out that names' : `${count} links are out that name`;
    const end = `Until ${untilText(until)}, when ${isOne ? 'it ends, it works' : 'the last one ends, they work'}`;
    // Nothing that redirects stands before an address that only this machine reaches.
    const way = isLoopback(new URL(address).hostname)
      ? `the service answers at ${address}`
      : `${address} redirects to ${linkAddress}`;
    note({
      before: `${which} ${address}, where this service was before. ${end} only while ${way}. To make ${isOne ? 'it' : 'each'} anew`,
      command: ['invite', 'PATIENT', '--type', 'TYPE'],
    });
  }
  if (linksElsewhere.length > 0) {
    note({ before: 'The patients with links out', command: ['patients', 'list', '--status', LINK_OUT] });
  }
}
