import { clausesOf } from '../../contract/failure-text.ts';
import { LOST_FILE } from '../../contract/reconstruction.ts';

/** `the left photo is blurred, the front photo is far too dark` */
export const longReason = (reason: string): string => clausesOf(reason).join(', ');

/** What an engine says at length, and what a narrow table says of it. Words of a service that are not known stay. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  // Who is to do something comes first.
  [new RegExp(`^${LOST_FILE}$`), 'service lost a file'],
  [/^a photo of it is missing or damaged at the service$/, 'service lost a photo'],
  // What stands before is what it would do to the model, what stands behind how it was seen.
  [/^the model would be wrong by .*, because /, ''],
  [/^((?:\S+ ){2,}\S+): .*$/, '$1'],
  [/^the left and the right photo seem to be swapped$/, 'left/right swapped'],
  [/^the 45° left photo and the 45° right photo seem to be swapped$/, '45° left/right swapped'],
  [/^no person stands out from the background of (.*)$/, 'no person found in $1'],
  [/^the person in (.*) (is|looks) /, '$1 $2 '],
  [/ shows the person turned by about (\S+) from the side$/, ' turned by $1'],
  [/ shows the person (.*)$/, ' is $1'],
  [/ shows (somebody or something) beside the person$/, ' shows $1 else'],
  [/ shows no wall around the person$/, ' is too near'],
  [/^the left photo and the right photo do not fit together, .*$/, 'left/right do not fit'],
  [/ and the others do not fit together$/, ' does not fit the others'],
  [/^(?:the )?(.*) of ([\d.]+ cm)\b.* would make .* tall$/, '$1 $2 wrong'],
  [/^(?:the )?(.*) of ([\d.]+ cm)\b.* does not go with the photos$/, '$1 $2 wrong'],
  [/^its size does not go with the photos$/, 'size does not fit the photos'],
  [/ does not go with the (photos|others)$/, ' does not fit the $1'],
  [/ cannot be seen in /, ' not seen in '],
  [/ (?:is|are) cut off at the (\S+) of /, ' cut off in '],
  [/ is (?:far )?too /, ' too '],
  [/^the /, ''],
  [/ (in|of) the (.*photo)/, ' $1 $2'],
];

/** `left/right swapped`, `left photo too dark`, `eyes not seen in front photo` */
export const shortReason = (reason: string): string => clausesOf(reason).map(shorter).join(', ');

/** `left photo is blurred and 2 more` */
export function shortestReason(reason: string): string {
  const [first = '', ...more] = clausesOf(reason);
  return more.length === 0 ? shorter(first) : `${shorter(first)} and ${more.length} more`;
}

const shorter = (clause: string): string => SHORTER.reduce((text, [long, short]) => text.replace(long, short), clause);
