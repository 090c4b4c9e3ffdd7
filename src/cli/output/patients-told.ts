import { listed } from '../../core/draft.ts';

/** A patient with the name as a person is told it; a log of a script has no names. */
export interface ToldPatient {
  id: string;
  name?: string | undefined;
}

/** More names say no more; each is asked of the service. */
export const MOST_TOLD = 5;

/** `patient 7, Ana Sample`; `patients 7 (Ana Sample), 9 (Ben Sample) and 2 more`. `more` are those who are not named. */
export function patientsTold(told: readonly ToldPatient[], more = 0): string {
  const [first, ...others] = told;
  if (first === undefined) return `${more} more ${more === 1 ? 'patient' : 'patients'}`;
  if (others.length === 0 && more === 0)
    return `patient ${first.id}${first.name === undefined ? '' : `, ${first.name}`}`;
  const each = told.map(({ id, name }) => (name === undefined ? id : `${id} (${name})`));
  return `patients ${listed([...each, ...(more > 0 ? [`${more} more`] : [])])}`;
}
