import type { ReconHome } from './recon-home.ts';

/** Creates a patient by the command and gives its id. */
export async function createPatient(home: ReconHome, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await home.recon(['patients', 'create', ...args]);
  const id = stdout.trim();
  if (exitCode !== 0 || !/^\d+$/.test(id)) throw new Error(`create ended with ${exitCode}: ${stdout}${stderr}`);
  return id;
}

/** The patient as the service tells it now. */
export async function readPatient(home: ReconHome, id: string) {
  const { exitCode, stdout, stderr } = await home.recon(['patients', 'get', id, '--json']);
  if (exitCode !== 0) throw new Error(`get ended with ${exitCode}: ${stderr}`);
  return JSON.parse(stdout).patient;
}

export async function patientCount(home: ReconHome): Promise<number> {
  const { stdout } = await home.recon(['patients', 'list', '--json', '--per-page', '1']);
  return JSON.parse(stdout).meta.total_entries;
}
