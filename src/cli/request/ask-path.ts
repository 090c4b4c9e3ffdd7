import { stat } from 'node:fs/promises';
import { whyNotRead } from '../../system/why-not-read.ts';
import type { Prompt } from '../io/prompt.ts';
import { pathOf } from '../io/typed-path.ts';

const LIST = {
  message: 'List of patients:',
  help: 'a spreadsheet, or a folder with a folder for each patient; Tab completes',
  offer: { fits: (name: string) => /\.(xlsx|csv|tsv|txt|ndjson)$/i.test(name) },
};
const FOLDER = {
  help: 'a new or an empty folder, or that of an earlier export; Tab completes',
  offer: { fits: () => false },
};

/** A spreadsheet or folder to import. */
export const askForList = async (prompt: Prompt): Promise<string> => pathOf(await prompt.path(LIST, whatIsMissing));

/** The folder of an export, which need not be there. */
export const askForExportFolder = async (prompt: Prompt, now: string): Promise<string> =>
  pathOf(await prompt.path({ message: 'Folder to save them in:', ...FOLDER }, nothingTyped, now));

const nothingTyped = (answer: string) => (pathOf(answer) === '' ? 'the path of a folder' : undefined);

async function whatIsMissing(answer: string): Promise<string | undefined> {
  const path = pathOf(answer);
  if (path === '') return 'the path of a list, such as patients.xlsx';
  return await stat(path).then(
    () => undefined,
    (error: unknown) => `${path} ${whyNotRead(error)}`,
  );
}
