import type { PatientsAnswer } from '../../contract/answers.ts';
import { type Reply, stringifyExact } from '../../core/answer.ts';
import type { OutputFormat } from '../../system/output-formats.ts';
import type { Context } from '../context.ts';
import type { TerminalTable } from '../io/table.ts';
import { fieldOf, fieldText } from './field-text.ts';
import { asksForFailures, checkFields, patientColumns, pickFields, tellOfRegion } from './patient-columns.ts';
import { printable, printableJson } from './printable.ts';
import { refuseTerminal } from './refuse-terminal.ts';
import { workbook } from './workbook-columns.ts';

type Told = Pick<Reply<unknown>, 'units' | 'doubts' | 'account'>;

/** Patients to stdout, some at a time, in one format; `end` closes what is open. */
export interface PatientWriter {
  /** `reply`: the answer that they come from, which may tell the units, whose they are and what is doubted. */
  write(patients: readonly unknown[], reply?: Told): Promise<void>;
  /** `total`: how many there are, where not all of them were written. */
  end(total?: number): Promise<void>;
}

/** Patients with what fields ask for beside the record: why their models failed. */
export async function withAsked(
  patients: readonly unknown[],
  fields: readonly string[] | undefined,
  context: Context,
): Promise<readonly unknown[]> {
  if (!asksForFailures(fields)) return patients;
  return await (await import('./failures-beside.ts')).withFailures(patients, context);
}

/** An answer of the service with only the named fields of each patient; everything else is as the service gave it. */
export async function pageWithFields(
  { body }: Pick<Reply<PatientsAnswer>, 'body'>,
  fields: readonly string[],
  context: Context,
): Promise<string> {
  const patients = await withAsked(body?.patients ?? [], fields, context);
  checkFields(fields, patients);
  return stringifyExact({ ...body, patients: patients.map((patient) => pickFields(patient, fields)) });
}

export function createPatientWriter(
  format: OutputFormat,
  fields: readonly string[] | undefined,
  output: Context,
): PatientWriter {
  const writer = WRITERS[format](fields, output);
  let checked = false;
  return {
    write: async (patients, reply) => {
      if (!checked && format !== 'id') checkFields(fields, patients);
      checked ||= patients.length > 0;
      await writer.write(format === 'id' ? patients : await withAsked(patients, fields, output), reply);
    },
    end: async (total) => {
      await writer.end(total);
      if (format !== 'id') tellOfRegion(fields, output.streams);
    },
  };
}

/** The writer of a `--template`, which is loaded where one is typed. @throws ReconError `usage` */
export async function templateOf(typed: string | undefined, context: Context): Promise<PatientWriter | undefined> {
  if (typed === undefined) return undefined;
  const { namesIn, readTemplate, refuseFormatBeside, templateWriter } = await import('./template.ts');
  refuseFormatBeside(context);
  const template = readTemplate(typed);
  const writer = templateWriter(template, context);
  return {
    ...writer,
    write: async (patients) => writer.write(await withAsked(patients, namesIn(template), context)),
  };
}

const WRITERS: Record<OutputFormat, (fields: readonly string[] | undefined, output: Context) => PatientWriter> = {
  table: tableWriter,
  csv: csvWriter,
  xlsx: xlsxWriter,
  json: jsonWriter,
  ndjson: (fields, { streams }) =>
    lineWriter(streams, (patient) => printableJson(stringifyExact(pickFields(patient, fields)))),
  id: (_fields, { streams }) => lineWriter(streams, (patient) => printable(fieldText(fieldOf(patient, 'id')))),
};

function lineWriter(streams: Context['streams'], line: (patient: unknown) => string): PatientWriter {
  return {
    write: async (patients) => {
      if (patients.length > 0) await streams.write(patients.map((patient) => `${line(patient)}\n`).join(''));
    },
    end: async () => {},
  };
}

/** Fitted to the terminal; in a pipe full values between tabs without a head, unless a table was asked for. */
function tableWriter(fields: readonly string[] | undefined, { streams, theme, tableWidth }: Context): PatientWriter {
  const columns = patientColumns('table', fields);
  const tabs = lineWriter(streams, (patient) => columns.map(({ text }) => printable(text(patient))).join('\t'));
  let table: TerminalTable | undefined;
  return {
    write: async (patients) => {
      const width = await tableWidth();
      if (width === undefined) return await tabs.write(patients);
      if (patients.length === 0) return;
      if (table === undefined) {
        const { createTable } = await import('../io/table.ts');
        table = createTable(columns, width, (await theme('stdout')).bold);
      }
      const cells = patients.map((patient) =>
        columns.map((column) => printable((column.shortText ?? column.text)(patient, width)) || '–'),
      );
      await streams.write(await table.draw(cells));
    },
    end: async () => {},
  };
}

function csvWriter(fields: readonly string[] | undefined, { streams }: Context): PatientWriter {
  const columns = patientColumns('sheet', fields);
  let head = [columns.map(({ name }) => name)];
  const write = async (patients: readonly unknown[]) => {
    const { csvRow } = await import('./csv.ts');
    const rows = patients.map((patient) => columns.map((column) => column.text(patient)));
    const text = [...head, ...rows].map(csvRow).join('');
    head = [];
    await streams.write(text);
  };
  return { write, end: () => write([]) };
}

/** A workbook is written as a whole, so nothing of it appears where a page fails. */
function xlsxWriter(fields: readonly string[] | undefined, output: Context): PatientWriter {
  refuseTerminal(output);
  const { columns, tell, withUnits } = workbook(fields);
  const rows: string[][] = [];
  let account: Told['account'];
  return {
    write: async (patients, reply) => {
      tell(reply);
      account ??= reply?.account;
      for (const patient of patients) rows.push(columns.map(({ text }) => text(patient)));
    },
    end: async () => {
      const [{ workbookOf }, { aboutList }] = await Promise.all([import('./workbook.ts'), import('./about-sheet.ts')]);
      const { baseUrl } = await (await output.configuration()).connection();
      const about = aboutList({ service: baseUrl, account: account?.name }, output);
      await output.streams.write(await workbookOf(withUnits(), rows, about));
      // Nobody sees into a file that a shell writes; that nobody was found is told anyway.
      if (rows.length > 0) output.streams.say(`the workbook has ${rows.length} patient${rows.length === 1 ? '' : 's'}`);
    },
  };
}

/** One object as the interface has it, its pages merged into one; it streams, so `meta` comes last. */
function jsonWriter(fields: readonly string[] | undefined, { writeJson }: Context): PatientWriter {
  let written = 0;
  const open = () => (written === 0 ? '{"patients":[' : ',');
  return {
    write: async (patients) => {
      if (patients.length === 0) return;
      const texts = patients.map((patient) => printableJson(stringifyExact(pickFields(patient, fields))));
      await writeJson(`${open()}${texts.join(',')}`);
      written += patients.length;
    },
    end: async (total = written) => {
      const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: total };
      await writeJson(`${written === 0 ? open() : ''}],"meta":${JSON.stringify(meta)}}\n`);
    },
  };
}
