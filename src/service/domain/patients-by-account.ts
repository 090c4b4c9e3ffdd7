import type { AccountsStore } from './accounts.ts';

/** How many patients an account has itself, without its sub accounts. */
export interface AccountPatients {
  name: string;
  patients: number;
}

/** The accounts that have patients, disabled ones too. */
export async function patientsByAccount({ db }: Pick<AccountsStore, 'db'>): Promise<AccountPatients[]> {
  const counted = await db
    .selectFrom('patient_counts')
    .innerJoin('accounts', 'accounts.id', 'patient_counts.owner_id')
    .groupBy(['accounts.id', 'accounts.name'])
    .orderBy('accounts.id')
    .select(({ fn }) => ['accounts.name', fn.sum<number>('entries').as('patients')])
    .execute();
  return counted.filter(({ patients }) => patients > 0);
}
