import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { addPatientsCreate } from './patients/create.ts';
import { addPatientsDelete } from './patients/delete.ts';
import { addPatientsExport } from './patients/export.ts';
import { addPatientsGet } from './patients/get.ts';
import { addPatientsImport } from './patients/import.ts';
import { addPatientsList } from './patients/list.ts';
import { addPatientsUpdate } from './patients/update.ts';

export function addPatients(parent: Command, context: Context): void {
  const patients = parent
    .command('patients')
    .description('list, show, create, change, delete, import and export patients')
    .helpCommand(false);
  declareOnUse(patients, () => {
    addPatientsList(patients, context);
    addPatientsGet(patients, context);
    addPatientsCreate(patients, context);
    addPatientsUpdate(patients, context);
    addPatientsDelete(patients, context);
    addPatientsImport(patients, context);
    addPatientsExport(patients, context);
  });
}
