import { type Decision, EXIF, GPS, PREVIEW } from './inspection.ts';

export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The part of EXIF that is kept: how to turn the picture, and its density. */
interface ExifEssence {
  orientation: Orientation | undefined;
  density: { x: Fraction; y: Fraction; unit: number } | undefined;
}

interface Fraction {
  numerator: number;
  denominator: number;
}

interface ExifReading extends ExifEssence {
  /** The other contents, in words; just "EXIF" if it cannot be read. */
  words: string[];
}

const ORIENTATION = 0x0112;
const X_RESOLUTION = 0x011a;
const Y_RESOLUTION = 0x011b;
const RESOLUTION_UNIT = 0x0128;
const GPS_FOLDER = 0x8825;

const SHORT = 3;
const RATIONAL = 5;

/** More entries than any camera writes; it stops at a broken count. */
const MAX_ENTRIES = 1000;

/** Reads a TIFF block as EXIF holds it. Broken entries are skipped; it never throws. */
export function readExif(tiff: Uint8Array): ExifReading {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const nothing = { orientation: undefined, density: undefined, words: [EXIF] };
  if (view.byteLength < 8) return nothing;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return nothing;
  const little = order === 0x4949;
  const { entries, nextFolder } = readFolder(view, view.getUint32(4, little), little);
  const words = [EXIF];
  if (entries.has(GPS_FOLDER)) words.push(GPS);
  if (nextFolder !== 0 && nextFolder < view.byteLength) words.push(PREVIEW);

  /** The offset of the tag's entry, if it is of this type. */
  const entryOf = (tag: number, type: number): number | undefined => {
    const entry = entries.get(tag);
    return entry !== undefined && view.getUint16(entry + 2, little) === type ? entry : undefined;
  };
  const short = (tag: number): number | undefined => {
    const entry = entryOf(tag, SHORT);
    return entry !== undefined && view.getUint32(entry + 4, little) === 1
      ? view.getUint16(entry + 8, little)
      : undefined;
  };
  const fraction = (tag: number): Fraction | undefined => {
    const entry = entryOf(tag, RATIONAL);
    const at = entry === undefined ? Infinity : view.getUint32(entry + 8, little);
    if (at + 8 > view.byteLength) return undefined;
    const [numerator, denominator] = [view.getUint32(at, little), view.getUint32(at + 4, little)];
    return numerator > 0 && denominator > 0 ? { numerator, denominator } : undefined;
  };
  const turned = short(ORIENTATION) ?? 0;
  const [x, y, unit] = [fraction(X_RESOLUTION), fraction(Y_RESOLUTION), short(RESOLUTION_UNIT) ?? 2];
  return {
    orientation: turned >= 1 && turned <= 8 ? (turned as Orientation) : undefined,
    density: x === undefined || y === undefined || unit < 1 || unit > 3 ? undefined : { x, y, unit },
    words,
  };
}

/** Tag → offset of its 12-byte entry. */
function readFolder(view: DataView, offset: number, little: boolean) {
  const entries = new Map<number, number>();
  if (offset + 2 > view.byteLength) return { entries, nextFolder: 0 };
  const count = Math.min(view.getUint16(offset, little), MAX_ENTRIES);
  for (let index = 0; index < count; index++) {
    const entry = offset + 2 + 12 * index;
    if (entry + 12 > view.byteLength) return { entries, nextFolder: 0 };
    const tag = view.getUint16(entry, little);
    if (!entries.has(tag)) entries.set(tag, entry);
  }
  const end = offset + 2 + 12 * count;
  return { entries, nextFolder: end + 4 <= view.byteLength ? view.getUint32(end, little) : 0 };
}

/**
 * Cuts EXIF down to what is kept. `keep` is undefined if nothing is left, and `stored` itself if that has no more;
 * `stored` is the block with what the container puts before it.
 */
export function cleanExif(tiff: Uint8Array, { stored = tiff, withDensity = true } = {}): Decision {
  const { orientation, density, words } = readExif(tiff);
  const keep = writeExif({ orientation, density: withDensity ? density : undefined });
  return keep !== undefined && Buffer.compare(keep, stored) === 0 ? { keep: stored } : { keep, words };
}

/** The smallest TIFF block with exactly these facts; undefined if there are none. */
function writeExif({ orientation, density }: ExifEssence): Uint8Array | undefined {
  const turned = orientation !== undefined && orientation !== 1;
  const count = (turned ? 1 : 0) + (density === undefined ? 0 : 3);
  if (count === 0) return undefined;
  const fractionsAt = 8 + 2 + 12 * count + 4;
  const view = new DataView(new ArrayBuffer(fractionsAt + (density === undefined ? 0 : 16)));
  view.setUint32(0, 0x4d4d002a);
  view.setUint32(4, 8);
  view.setUint16(8, count);
  let entry = 10;
  const add = (tag: number, type: number, write: (valueAt: number) => void) => {
    view.setUint16(entry, tag);
    view.setUint16(entry + 2, type);
    view.setUint32(entry + 4, 1);
    write(entry + 8);
    entry += 12;
  };
  if (turned) add(ORIENTATION, SHORT, (at) => view.setUint16(at, orientation));
  if (density !== undefined) {
    add(X_RESOLUTION, RATIONAL, (at) => writeFraction(view, at, fractionsAt, density.x));
    add(Y_RESOLUTION, RATIONAL, (at) => writeFraction(view, at, fractionsAt + 8, density.y));
    add(RESOLUTION_UNIT, SHORT, (at) => view.setUint16(at, density.unit));
  }
  return new Uint8Array(view.buffer);
}

function writeFraction(view: DataView, entryValueAt: number, fractionAt: number, fraction: Fraction): void {
  view.setUint32(entryValueAt, fractionAt);
  view.setUint32(fractionAt, fraction.numerator);
  view.setUint32(fractionAt + 4, fraction.denominator);
}
