import { stat } from 'node:fs/promises';

/** What `recon view` takes as the path of an archive, and not as a patient. */
export const isArchive = (typed: string): boolean => /\.zip$/i.test(typed);

/** A folder, if the name can be no patient's: with a `/`, as in `ana/`, or a dot alone. */
export const isFolder = async (typed: string): Promise<boolean> =>
  (/[/\\]/.test(typed) || typed === '.' || typed === '..') && !isArchive(typed) && (await isThereAsFolder(typed));

export const isThereAsFolder = async (typed: string): Promise<boolean> =>
  (await stat(typed).catch(() => undefined))?.isDirectory() === true;
