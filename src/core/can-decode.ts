import { loadSharp } from '../photo/load-sharp.ts';

/** True if photos can be decoded on this machine: the library for it has a part for each kind of processor. */
export const canDecode = (): Promise<boolean> =>
  loadSharp().then(
    () => true,
    () => false,
  );
