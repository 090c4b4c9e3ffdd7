import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addPatientsList } from './patients/list.ts';

export function addPatients(parent: Command, context: Context): void {
  const patients = parent
    .command('patients')
    .description('list, show, create, change and delete patients')
    .helpCommand(false);
  addPatientsList(patients, context);
}
