import { ReconError } from '../errors.ts';

/**
 * Of a command that takes something away and would ask, where nobody can be asked. `deed` as in `delete a patient`;
 * `details` say who or what would go.
 */
export const needsYes = (deed: string, details: readonly string[] = []) =>
  new ReconError('usage', `to ${deed} without being asked, --yes is needed`, {
    details,
    hint: 'the same command with --yes',
  });
