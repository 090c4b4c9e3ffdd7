import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ComposeService, composeServices } from '../support/compose.ts';
import { freePort } from '../support/free-port.ts';
import { startNginx } from '../support/nginx.ts';
import { openTestDatabase, postgresPrograms } from '../support/postgres.ts';
import { makeHome, type ReconHome, SAMPLES } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { openS3, type S3Server } from '../support/s3-server.ts';
import { selfSigned } from '../support/self-signed.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/deploy');
const compose = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
const nginxConf = readFileSync(join(FOLDER, 'nginx.conf'), 'utf8');
const guide = readFileSync(resolve(FOLDER, '../operate.md'), 'utf8');

const SECRETS = {
  RECON_PUBLIC_URL: 'https://recon.clinic.example',
  POSTGRES_PASSWORD: 'unmistakable-password',
  AWS_ACCESS_KEY_ID: 'unmistakable-key',
  AWS_SECRET_ACCESS_KEY: 'unmistakable-secret',
  GARAGE_RPC_SECRET: 'unmistakable-rpc',
};
const APIS = ['api-1', 'api-2'];
const WORKERS = ['worker-1', 'worker-2', 'worker-3'];

describe('the files for containers', () => {
  const services = composeServices(compose, SECRETS);

  test('are a database, an S3 server, two APIs, three workers and a proxy', () => {
    expect(Object.keys(services)).toEqual(['database', 'garage', ...APIS, ...WORKERS, 'proxy']);
    for (const name of APIS) expect(services[name]!.command).toEqual(expect.arrayContaining(['--role', 'api']));
    for (const name of WORKERS) expect(services[name]!.command).toEqual(expect.arrayContaining(['--role', 'worker']));
    for (const api of APIS) expect(nginxConf).toContain(`server ${api}:4747 `);
  });

  test('hold no secret and put none on a command line', () => {
    const lines = Object.values(services).map(({ command = [] }) => command.join(' '));
    expect(lines.join('\n')).not.toMatch(/password|secret|unmistakable-key/i);
  });

  test('name files that are there, and each process has a folder of its own', () => {
    const volumes = Object.values(services).flatMap(({ volumes: own = [] }) => own.map((one) => one.split(':')[0]!));
    for (const path of volumes.filter((one) => one.startsWith('./') && one !== './tls')) {
      expect([path, existsSync(join(FOLDER, path))]).toEqual([path, true]);
    }
    expect(new Set(volumes).size).toBe(volumes.length);
    const { context, dockerfile } = services['api-1']!.build!;
    expect(existsSync(resolve(FOLDER, context, dockerfile))).toBe(true);
  });

  test('take exactly the variables that the guide writes into .env', () => {
    const taken = [...compose.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
    const env = /cat > docs\/deploy\/\.env <<EOF\n([\s\S]*?)EOF/.exec(guide)?.[1] ?? '';
    const written = [...env.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set(written)).toEqual(new Set(taken));
  });
});

/** The same commands and variables as processes of this machine; PostgreSQL and s3rver stand in for the images. */
describe.skipIf(postgresPrograms() === undefined || !requireTool('nginx') || !requireTool('openssl'))(
  'the commands of compose.yaml, run side by side',
  () => {
    let home: ReconHome;
    let s3: S3Server;
    let database: Awaited<ReturnType<typeof openTestDatabase>>;
    let proxy: Awaited<ReturnType<typeof startNginx>>;
    const running = new Map<string, ReturnType<ReconHome['start']>>();
    let person: Record<string, string>;

    const recon = (...args: string[]) => home.recon(args, { env: person });

    /** The names of a network of containers are addresses of this machine here. */
    function here(text: string, name: string): string {
      return text
        .replace('@database:5432/recon', `@${new URL(database.url).host}${new URL(database.url).pathname}`)
        .replace('http://garage:3900', s3.endpoint)
        .replace('s3://recon', `s3://${s3.bucket}`)
        .replace('/var/lib/recon', join(home.folder, name))
        .replace('0.0.0.0', '127.0.0.1')
        .replace('172.30.47.0/24', 'loopback');
    }

    async function startOne(name: string, { command = [], environment = {} }: ComposeService): Promise<string> {
      const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, here(value, name)]));
      const args = command.map((word) => here(word, name));
      const child = home.start([...args, ...(APIS.includes(name) ? ['--port', '0'] : [])], { env });
      running.set(name, child);
      const stream = APIS.includes(name) ? child.stdout! : child.stderr!;
      const [chunk] = (await once(stream, 'data')) as [Buffer];
      return chunk.toString().trim();
    }

    beforeAll(async () => {
      home = await makeHome();
      [s3, database] = await Promise.all([openS3(), openTestDatabase()]);
      const port = await freePort();
      const publicUrl = `https://localhost:${port}`;
      const { accessKeyId, secretAccessKey } = s3.options;
      const services = composeServices(compose, {
        ...SECRETS,
        RECON_PUBLIC_URL: publicUrl,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      });
      const said: Record<string, string> = {};
      // All at once, on an empty database.
      await Promise.all(
        [...APIS, ...WORKERS].map(async (name) => {
          said[name] = await startOne(name, services[name]!);
        }),
      );
      const tls = join(home.folder, 'tls');
      mkdirSync(tls);
      const { cert, key } = selfSigned('DNS:localhost');
      writeFileSync(join(tls, 'cert.pem'), cert);
      writeFileSync(join(tls, 'key.pem'), key);
      const conf = APIS.reduce((text, api) => text.replace(`${api}:4747`, new URL(said[api]!).host), nginxConf)
        .replaceAll('/etc/nginx/tls', tls)
        .replace('/tmp/nginx.pid', join(home.folder, 'nginx.pid'))
        .replace('listen 443', `listen 127.0.0.1:${port}`);
      proxy = await startNginx(conf, home.folder, publicUrl);
      const { environment = {} } = services['api-1']!;
      const places = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value, '')]));
      const added = await home.recon(['accounts', 'add', 'clinic'], { env: places });
      expect(added).toMatchObject({ exitCode: 0 });
      person = {
        RECON_BASE_URL: publicUrl,
        RECON_TOKEN: added.stdout.trim(),
        NODE_EXTRA_CA_CERTS: join(tls, 'cert.pem'),
      };
    });

    afterAll(async () => {
      for (const child of running.values()) child.kill('SIGKILL');
      await Promise.all(running.values());
      await proxy?.close();
      await s3?.close();
      await database?.drop();
      await home?.remove();
    });

    test('a patient gets a model through the proxy, and it can be downloaded', async () => {
      const photos = join(SAMPLES, 'ana/face');
      const made = await recon('patients', 'create', '--name', 'Ana Sample', '--type', 'face', '--photos', photos);
      expect(made).toMatchObject({ exitCode: 0 });
      const id = made.stdout.trim();
      expect(await recon('download', id, '--type', 'face', '--extract', 'model')).toMatchObject({ exitCode: 0 });
      expect(existsSync(join(home.folder, 'model', 'model.glb'))).toBe(true);
      const { stdout } = await recon('invite', id, '--type', 'face');
      expect(stdout.startsWith(person['RECON_BASE_URL']!)).toBe(true);
    });

    test('with one API and two workers killed, everything goes on', async () => {
      for (const name of ['api-1', 'worker-1', 'worker-3']) running.get(name)!.kill('SIGKILL');
      for (let times = 0; times < 4; times++) expect(await recon('patients', 'list')).toMatchObject({ exitCode: 0 });
      const photos = join(SAMPLES, 'ben/face');
      const made = await recon('patients', 'create', '--name', 'Ben Sample', '--type', 'face', '--photos', photos);
      expect(made).toMatchObject({ exitCode: 0 });
    });

    test('SIGTERM ends the others well, and nothing told a secret', async () => {
      for (const name of ['api-2', 'worker-2']) {
        const child = running.get(name)!;
        child.kill('SIGTERM');
        const { exitCode, stdout, stderr } = await child;
        expect(exitCode).toBe(0);
        expect(`${stdout}${stderr}`).not.toContain(SECRETS.POSTGRES_PASSWORD);
      }
      expect(proxy.log()).toBe('');
    });
  },
);
