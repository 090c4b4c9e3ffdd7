/** A part of the service that lies on another machine does not answer; later it may. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly part: 'database' | 'files';

  constructor(part: 'database' | 'files', cause: unknown) {
    super(`the ${part === 'database' ? 'database' : 'store of files'} cannot be reached`, { cause });
    this.part = part;
  }
}
