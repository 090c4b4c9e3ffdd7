import { crc32, deflateRawSync } from 'node:zlib';

/** One entry; everything after `content` is for lying. */
export interface ZipEntry {
  name: string | Buffer;
  content?: Buffer | string;
  /** 0 stored, 8 deflated (default). */
  method?: number;
  /** Unix mode with file type; 0 for none. */
  mode?: number;
  /** Bit 11, a UTF-8 name, is on by default. */
  flags?: number;
  crc?: number;
  packed?: Buffer;
  uncompressedSize?: number;
  compressedSize?: number;
  /** Only in front of the data. */
  local?: { name?: string; method?: number; uncompressedSize?: number; crc?: number; extra?: Buffer };
  /** Where the list says the entry begins. */
  offset?: number;
  /** Sizes and checksum behind the data, as streaming writers do it; bytes stand there instead of the truth. */
  descriptor?: boolean | Buffer;
  /** Extra field of the list. */
  extra?: Buffer;
  /** Bytes that belong to nobody. */
  behind?: Buffer;
}

export interface ZipFrame {
  before?: Buffer;
  after?: Buffer;
  comment?: string | Buffer;
  /** Between the list and the end. */
  behindList?: Buffer;
  /** What the end record says instead of the truth. */
  entryCount?: number;
  entriesHere?: number;
  disk?: number;
  directorySize?: number;
  offset?: number;
  /** In front of the end record: those of a large archive. */
  large?: (truth: { entryCount: number; sizeBytes: number; offset: number; at: number }) => Buffer;
}

/** Bytes of a zip, crafted field by field. */
export function makeZip(entries: readonly ZipEntry[], frame: ZipFrame = {}): Buffer {
  const body: Buffer[] = frame.before === undefined ? [] : [frame.before];
  const directory: Buffer[] = [];
  for (const entry of entries) {
    const offset = lengthOf(body);
    const { local, central } = headers(entry, offset);
    body.push(local);
    directory.push(central);
  }
  const truth = { entryCount: entries.length, sizeBytes: lengthOf(directory), offset: lengthOf(body) };
  const parts = [...body, ...directory, frame.behindList ?? NOTHING];
  const large = frame.large?.({ ...truth, at: lengthOf(parts) }) ?? NOTHING;
  const comment = Buffer.from((frame.comment ?? '') as string);
  return Buffer.concat([...parts, large, endRecord(truth, frame, comment.length), comment, frame.after ?? NOTHING]);
}

interface Truth {
  entryCount: number;
  sizeBytes: number;
  offset: number;
}

function endRecord(truth: Truth, frame: ZipFrame, commentBytes: number): Buffer {
  const entryCount = frame.entryCount ?? truth.entryCount;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(frame.disk ?? 0, 4);
  end.writeUInt16LE(frame.entriesHere ?? entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(frame.directorySize ?? truth.sizeBytes, 12);
  end.writeUInt32LE(frame.offset ?? truth.offset, 16);
  end.writeUInt16LE(commentBytes, 20);
  return end;
}

/** What stands in front of the end of an archive of more than 4 GB, or 65,535 files. */
export function largeRecords({ entryCount, sizeBytes, offset, at }: Truth & { at: number }): Buffer {
  const large = Buffer.alloc(76);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(entryCount), 24);
  large.writeBigUInt64LE(BigInt(entryCount), 32);
  large.writeBigUInt64LE(BigInt(sizeBytes), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(at), 64);
  large.writeUInt32LE(1, 72);
  return large;
}

const NOTHING = Buffer.alloc(0);

function headers(entry: ZipEntry, offset: number): { local: Buffer; central: Buffer } {
  const name = Buffer.from(entry.name as string);
  const content = Buffer.from((entry.content ?? '') as string);
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
  const flags = (entry.flags ?? 0x0800) | (entry.descriptor ? 0x0008 : 0);
  const crc = entry.crc ?? crc32(content);
  const compressedSize = entry.compressedSize ?? packed.length;
  const uncompressedSize = entry.uncompressedSize ?? content.length;

  const localName = Buffer.from(entry.local?.name ?? name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(entry.local?.method ?? method, 8);
  if (!entry.descriptor) {
    head.writeUInt32LE(entry.local?.crc ?? crc, 14);
    head.writeUInt32LE(compressedSize, 18);
    head.writeUInt32LE(entry.local?.uncompressedSize ?? uncompressedSize, 22);
  }
  const localExtra = entry.local?.extra ?? NOTHING;
  head.writeUInt16LE(localName.length, 26);
  head.writeUInt16LE(localExtra.length, 28);
  const descriptor = entry.descriptor instanceof Buffer ? entry.descriptor : Buffer.alloc(entry.descriptor ? 16 : 0);
  if (entry.descriptor === true) {
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(crc, 4);
    descriptor.writeUInt32LE(compressedSize, 8);
    descriptor.writeUInt32LE(uncompressedSize, 12);
  }

  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE((3 << 8) | 20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(flags, 8);
  central.writeUInt16LE(method, 10);
  central.writeUInt32LE(crc, 16);
  central.writeUInt32LE(compressedSize, 20);
  central.writeUInt32LE(uncompressedSize, 24);
  central.writeUInt16LE(name.length, 28);
  const extra = entry.extra ?? NOTHING;
  central.writeUInt16LE(extra.length, 30);
  central.writeUInt32LE(((entry.mode ?? (name.at(-1) === 0x2f ? 0o040755 : 0o100644)) << 16) >>> 0, 38);
  central.writeUInt32LE(entry.offset ?? offset, 42);
  return {
    local: Buffer.concat([head, localName, localExtra, packed, descriptor, entry.behind ?? NOTHING]),
    central: Buffer.concat([central, name, extra]),
  };
}

/** An extra field that holds a name in UTF-8, as Info-ZIP writes it beside a `rawName` that is none. */
export function unicodePath(rawName: string | Buffer, name: string, crc = crc32(rawName)): Buffer {
  const data = Buffer.concat([Buffer.of(1), Buffer.from(Uint32Array.of(crc).buffer), Buffer.from(name)]);
  return Buffer.concat([Buffer.of(0x75, 0x70, data.length, 0), data]);
}

const lengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0);

/** A sound archive as the service sends it. */
export function soundZip(): Buffer {
  return makeZip([
    { name: 'photos/' },
    { name: 'photos/front.jpg', content: Buffer.alloc(70_000, 7), method: 0 },
    { name: 'model.glb', content: Buffer.alloc(200_000, 'mesh') },
    { name: 'measures.json', content: '{"eye_distance":6.3}', descriptor: true },
  ]);
}
