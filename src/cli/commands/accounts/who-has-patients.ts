/** An account and how many patients it has itself. */
export interface AccountPatients {
  name: string;
  patients: number;
}

/** A service for many surgeons has hundreds of accounts. */
const MOST_NAMED = 5;

/** `main 40, dr-silva 3`, those with the most first */
export function patientsText(accounts: readonly AccountPatients[]): string {
  const most = accounts.toSorted((one, other) => other.patients - one.patients);
  const rest = most.slice(MOST_NAMED);
  const named = most.slice(0, MOST_NAMED).map(({ name, patients }) => `${name} ${patients}`);
  const ofRest = rest.reduce((sum, { patients }) => sum + patients, 0);
  return [...named, ...(rest.length > 0 ? [`${rest.length} more accounts ${ofRest}`] : [])].join(', ');
}
