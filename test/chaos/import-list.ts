import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jpegOf } from '../support/photo-maker.ts';

export interface ImportList {
  file: string;
  /** How many patients of each name there have to be in the end. */
  due: ReadonlyMap<string, number>;
}

/**
 * A list of so many patients with three photos each. Of ten, one shares its name with the one before it, and one is
 * the one before it all over again, photos included.
 */
export async function writeImportList(folder: string, patients: number, title: string): Promise<ImportList> {
  await mkdir(join(folder, 'photos'), { recursive: true });
  await writeFile(join(folder, 'photos', 'left.jpg'), await jpegOf({ seed: 3, width: 480, height: 640 }));
  await writeFile(join(folder, 'photos', 'right.jpg'), await jpegOf({ seed: 5, width: 480, height: 640 }));
  const rows: string[] = [];
  const due = new Map<string, number>();
  for (let number = 1; number <= patients; number += 1) {
    const isTwin = number % 10 === 4;
    const isSame = number % 10 === 8;
    const name = `Patient ${title}${isTwin || isSame ? number - 1 : number} Sample`;
    const email = `patient-${title}${isSame ? number - 1 : number}@clinic.example`;
    const front = `photos/front-${isSame ? number - 1 : number}.jpg`;
    if (!isSame) await writeFile(join(folder, front), await jpegOf({ seed: 10 + number, width: 480, height: 640 }));
    rows.push([name, email, 'face', 'photos/left.jpg', front, 'photos/right.jpg'].join(','));
    due.set(name, (due.get(name) ?? 0) + 1);
  }
  const file = join(folder, 'patients.csv');
  await writeFile(file, `name,email,type,left,front,right\n${rows.join('\n')}\n`);
  return { file, due };
}
