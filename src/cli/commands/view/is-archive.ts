/** What `recon view` takes as the path of an archive, and not as a patient. */
export const isArchive = (typed: string): boolean => /\.zip$/i.test(typed);
