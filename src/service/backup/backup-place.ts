/** Where a backup lies: files by name, such as `files/3f/3f…`. A file that is there is whole. */
export interface BackupPlace {
  /** For messages: the place of a file in it; `.` is all of it. */
  whereIs(name: string): string;
  /** When it returns, the file survives a power cut. An earlier one of this name is replaced. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** A file that is not there is an error with the code ENOENT, when it is read. */
  get(name: string): AsyncIterable<Uint8Array>;
  /** The names that begin with this folder. */
  list(folder: 'files' | 'snapshots' | '.'): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A place in which no other backup is made meanwhile. */
export interface LockedPlace extends BackupPlace {
  /** @throws ReconError if another backup may have been made there since */
  requireLock(): Promise<void>;
  /** Takes back what was made to open it, where nothing was put there. Close it afterwards. */
  undo(): Promise<void>;
}
