import { stringifyExact } from '../../../core/answer.ts';
import type { RecordFormat } from '../../../core/export/request.ts';
import type { Context } from '../../context.ts';
import { csvRow } from '../../output/csv.ts';
import { patientColumns } from '../../output/patient-columns.ts';
import { printableJson } from '../../output/printable.ts';
import { workbook } from '../../output/workbook-columns.ts';

/** The files of records in an export. */
export const NDJSON: RecordFormat = {
  fileName: 'patients.ndjson',
  begin: () => '',
  line: (patient) => `${printableJson(stringifyExact(patient))}\n`,
};

export function csv(): RecordFormat {
  const columns = patientColumns('sheet', undefined);
  return {
    fileName: 'patients.csv',
    begin: () => csvRow(columns.map(({ name }) => name)),
    line: (patient) => csvRow(columns.map(({ text }) => text(patient))),
  };
}

export function xlsx(service: string, context: Context): RecordFormat {
  const { columns, tell, withUnits } = workbook(undefined);
  const rows: string[][] = [];
  return {
    fileName: 'patients.xlsx',
    begin: () => {
      rows.length = 0;
      return '';
    },
    line: (patient, told) => {
      tell(told);
      rows.push(columns.map(({ text }) => text(patient)));
      return '';
    },
    end: async () => {
      const [{ workbookOf }, { aboutList }] = await Promise.all([
        import('../../output/workbook.ts'),
        import('../../output/about-sheet.ts'),
      ]);
      return await workbookOf(withUnits(), rows, aboutList({ service }, context));
    },
  };
}
