/** Ends the command with this exit code and no word about it: what was to be said has been said. */
export class ExitWith extends Error {
  override readonly name = 'ExitWith';
  readonly exit: number;

  constructor(exit: number) {
    super(`exit ${exit}`);
    this.exit = exit;
  }
}
