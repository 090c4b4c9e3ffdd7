import type { GroupWords } from '../declare-command.ts';
import { patientsAccept } from './patients/accept.ts';
import { patientsCreate } from './patients/create.ts';
import { patientsDelete } from './patients/delete.ts';
import { patientsExport } from './patients/export.ts';
import { patientsGet } from './patients/get.ts';
import { patientsImport } from './patients/import.ts';
import { patientsList } from './patients/list.ts';
import { patientsUpdate } from './patients/update.ts';

export const patients: GroupWords = {
  name: 'patients',
  description: 'list, show, add, change, delete, import and export patients',
  commands: [
    ...[patientsList, patientsGet, patientsCreate, patientsUpdate, patientsAccept, patientsDelete],
    ...[patientsImport, patientsExport],
  ],
};
