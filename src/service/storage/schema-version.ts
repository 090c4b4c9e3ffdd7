import { ReconError } from '../../errors.ts';

/** @throws ReconError `storage` if the data were written by a newer recon */
export function requireKnownSchema(found: number, newest: number): void {
  if (found <= newest) return;
  throw new ReconError('storage', `the data is of a newer recon (schema ${found}, this one knows ${newest})`, {
    hint: 'the newer recon, or another data folder with --data',
  });
}
