type Random = () => number;
type Mutate = (zip: Buffer, random: Random) => Buffer;

const below = (random: Random, limit: number) => Math.floor(random() * limit);
const LOCAL = 'PK\x03\x04';
const CENTRAL = 'PK\x01\x02';
const END = 'PK\x05\x06';

/** Where each record with that signature begins. */
function placesOf(zip: Buffer, signature: string): number[] {
  const places: number[] = [];
  for (let at = zip.indexOf(signature, 0, 'latin1'); at >= 0; at = zip.indexOf(signature, at + 4, 'latin1'))
    places.push(at);
  return places;
}

const pick = <T>(random: Random, all: readonly T[]): T => all[below(random, all.length)]!;

/** A place within one of the headers or the end, where a change says something else and breaks nothing by itself. */
function headerPlace(zip: Buffer, random: Random): number {
  const [signature, bytes] = pick(random, [
    [LOCAL, 40],
    [CENTRAL, 60],
    [END, 22],
  ] as const);
  return Math.min(zip.length - 1, pick(random, placesOf(zip, signature)) + below(random, bytes));
}

function flip(zip: Buffer, random: Random, place: (zip: Buffer, random: Random) => number): Buffer {
  const mutated = Buffer.from(zip);
  for (let left = 1 + below(random, 4); left > 0; left--) {
    const at = place(mutated, random);
    mutated[at] = mutated[at]! ^ (1 << below(random, 8));
  }
  return mutated;
}

/** [offset, bytes] of the fields of a central header that decide what is unpacked, and how. */
const FIELDS = [
  [6, 2],
  [8, 2],
  [10, 2],
  [16, 4],
  [20, 4],
  [24, 4],
  [28, 2],
  [30, 2],
  [32, 2],
  [38, 4],
  [42, 4],
] as const;
const ODD_VALUES = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0xffff];

/** Ways to change an archive; none of them knows how it is checked. */
export const MUTATIONS: Readonly<Record<string, Mutate>> = {
  'bits flipped anywhere': (zip, random) => flip(zip, random, () => below(random, zip.length)),
  'bits flipped in headers': (zip, random) => flip(zip, random, headerPlace),
  'cut off': (zip, random) => zip.subarray(0, below(random, zip.length)),
  'a block taken out': (zip, random) => {
    const from = below(random, zip.length);
    return Buffer.concat([zip.subarray(0, from), zip.subarray(from + 1 + below(random, 5000))]);
  },
  'bytes put in': (zip, random) => {
    const at = random() < 0.5 ? below(random, zip.length) : headerPlace(zip, random);
    const more = Buffer.from(Array.from({ length: 1 + below(random, 40) }, () => below(random, 256)));
    return Buffer.concat([zip.subarray(0, at), more, zip.subarray(at)]);
  },
  'headers spliced': (zip, random) => {
    const mutated = Buffer.from(zip);
    const [signature, bytes] = pick(random, [
      [LOCAL, 30],
      [CENTRAL, 46],
    ] as const);
    const places = placesOf(zip, signature);
    const [from, to] = [pick(random, places), pick(random, places)];
    const [start, end] = [below(random, bytes), bytes - below(random, bytes / 2)];
    zip.copy(mutated, to + start, from + start, from + Math.max(start, end));
    return mutated;
  },
  'fields swapped or odd': (zip, random) => {
    const mutated = Buffer.from(zip);
    const places = placesOf(zip, CENTRAL);
    const [offset, bytes] = pick(random, FIELDS);
    const [one, other] = [pick(random, places) + offset, pick(random, places) + offset];
    if (random() < 0.5) {
      zip.copy(mutated, one, other, other + bytes);
      zip.copy(mutated, other, one, one + bytes);
    } else {
      mutated.writeUIntLE(pick(random, ODD_VALUES) % 256 ** bytes, one, bytes);
    }
    return mutated;
  },
  'a file taken out of the list': (zip, random) => {
    const places = placesOf(zip, CENTRAL);
    const end = placesOf(zip, END).at(-1)!;
    const which = below(random, places.length);
    const next = places[which + 1] ?? end;
    const mutated = Buffer.concat([zip.subarray(0, places[which]!), zip.subarray(next)]);
    const endNow = end - (next - places[which]!);
    for (const at of [8, 10]) mutated.writeUInt16LE(places.length - 1, endNow + at);
    mutated.writeUInt32LE(endNow - places[0]!, endNow + 12);
    return mutated;
  },
};
