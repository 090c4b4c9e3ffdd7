import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { openIssuer, type TestIssuer } from '../support/oauth/issuer.ts';
import { openResourceServer } from '../support/oauth/resource-server.ts';
import { browse, type Page } from '../support/oauth/scripted-browser.mjs';
import { type Finished, makeHome, type ReconHome } from '../support/recon-home.ts';

const support = resolve(import.meta.dirname, '../support/oauth');

/** A clinic whose service takes the tokens of an issuer. */
export interface OAuthClinic {
  clinic: Clinic;
  issuer: TestIssuer;
  close(): Promise<void>;
}

export async function openOAuthClinic(serveArgs: string[] = []): Promise<OAuthClinic> {
  const [clinic, issuer] = await Promise.all([openClinic(serveArgs), openIssuer()]);
  const close = async () => {
    await issuer.close();
    await clinic.close();
  };
  return { clinic, issuer, close };
}

export interface LoggedIn extends Finished {
  /** What the browser showed last. */
  page: Page | undefined;
}

/** A person's machine with a keyring, before that service; both go with the test. */
export async function openDesk({ clinic, issuer }: OAuthClinic) {
  const token = (await readFile(join(clinic.dataFolder, 'token'), 'utf8')).trim();
  const service = await openResourceServer(issuer, { url: clinic.baseUrl, token });
  Object.assign(issuer.ttl, { accessToken: 600, deviceCode: 300 });
  issuer.grants.length = 0;
  const home = await makeHome();
  onTestFinished(async () => {
    await service.close();
    await home.remove();
  });
  const keyring = join(home.folder, 'keyring.cjs');
  await copyFile(resolve(import.meta.dirname, '../config/keyrings/working.cjs'), keyring);
  const options = `--require ${join(support, 'mock-keyring.cjs')}`;
  Object.assign(home.environment, { NODE_OPTIONS: options, RECON_TEST_KEYRING: keyring });
  const said: string[] = [];
  const noted = (finished: Finished) => {
    said.push(finished.stdout, finished.stderr);
    return finished;
  };
  const secretsFile = join(home.folder, 'secrets.json');
  const secrets = async (): Promise<Record<string, string>> =>
    JSON.parse(await readFile(secretsFile, 'utf8').catch(() => '{}')) as Record<string, string>;
  /** What `recon login --oauth` keeps for the default profile. */
  const grant = async () => {
    const kept = (await secrets())[`recon: default ${service.url} oauth`];
    return kept === undefined ? undefined : (JSON.parse(kept) as { accessToken: string; refreshToken: string });
  };
  return {
    home,
    service,
    secrets,
    grant,
    /** Runs the program to its end. */
    recon: async (...args: string[]) => noted(await home.recon(args)),
    /** Logs in, and does with the address that is shown what the person would. */
    logIn: async (flags: string[] = [], visit: Visit = (address) => browse(address)): Promise<LoggedIn> => {
      const run = home.start(['login', '--base-url', service.url, '--oauth', ...flags]);
      const pages: Promise<Page>[] = [];
      let stderr = '';
      run.stderr?.on('data', (chunk) => {
        stderr += chunk;
        const address = /^(?:or open )?(https?:\/\/\S+[?&](?:client_id|user_code)=\S+)$/m.exec(stderr)?.[1];
        if (address !== undefined && pages.length === 0) pages.push(visit(address));
      });
      const { exitCode, stdout } = await run;
      noted({ exitCode, signal: undefined, stdout: String(stdout), stderr });
      return { exitCode, signal: undefined, stdout: String(stdout), stderr, page: await pages[0] };
    },
    /** Where each of these texts stands: in what the program said, and in the files of this person. */
    placesOf: async (texts: readonly string[]): Promise<string[]> => {
      const files = await filesOf(home);
      const bodies = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      const holds = (body: string) => texts.some((text) => body.includes(text));
      return [...files.filter((_, at) => holds(bodies[at]!)), ...(said.some(holds) ? ['the output'] : [])];
    },
    secretsFile,
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;
type Visit = (address: string) => Promise<Page>;

async function filesOf({ folder }: ReconHome): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
