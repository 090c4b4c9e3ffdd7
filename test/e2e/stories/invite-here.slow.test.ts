import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAnotherService } from '../../support/another-service.ts';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { createPatient } from '../../support/records.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const newPatient = () => createPatient(clinic, '--name', 'Ana Sample', '--allow-same');

/** The command, with the link as soon as it stands on stdout. */
function here(id: string) {
  const command = clinic.start(['invite', id, '--type', 'face', '--here']);
  let [out, err] = ['', ''];
  const link = new Promise<string>((resolve, reject) => {
    command.stdout?.on('data', (chunk) => {
      out += chunk;
      if (out.includes('\n')) resolve(out.split('\n')[0]!);
    });
    command.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    command.then(() => reject(new Error(`no link: ${err}`)));
  });
  const said = (text: string) => expect.poll(() => err, { timeout: 30_000 }).toContain(text);
  return { command, link, said };
}

describe('--here', () => {
  test('Ctrl-C leaves with 130, and says until when the link works and how to go on', async () => {
    const id = await newPatient();
    const { command, link, said } = here(id);
    await link;
    await said('waiting for the photos');
    command.kill('SIGINT');
    const { exitCode, stderr } = await command;
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(/the link goes on working until \d{4}-\d\d-\d\d \d\d:\d\d/);
    expect(stderr).toContain(`to take it back, and with it any earlier one: recon invite ${id} --type face --revoke`);
    expect(stderr).toContain(`recon show ${id} --watch`);
    expect((await fetch(await link)).status).toBe(200);
  });

  test('a link that is taken back at another desk ends it with 3', async () => {
    const id = await newPatient();
    const { command, link, said } = here(id);
    await link;
    await said('waiting for the photos');
    const revoked = await clinic.recon(['invite', id, '--type', 'face', '--revoke']);
    expect(revoked).toMatchObject({ exitCode: 0, stdout: '' });
    const { exitCode, stderr } = await command;
    expect(exitCode).toBe(3);
    expect(stderr).toContain('the link does not work any more');
    expect(stderr).toContain(`recon invite ${id} --type face --here`);
  });
});

describe('an earlier link', () => {
  test('is told of, shown by get, and taken back with all others of its type', async () => {
    const id = await newPatient();
    const first = (await clinic.recon(['invite', id, '--type', 'face'])).stdout.trim();
    const { exitCode, stdout, stderr } = await clinic.recon(['invite', id, '--type', 'face']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`an earlier face link of patient ${id}, made just now, works too`);
    expect(stderr).toContain(`recon invite ${id} --type face --revoke`);
    expect((await clinic.recon(['patients', 'get', id, '-o', 'table'])).stdout).toMatch(
      /Link out +1 of 2, for face photos, until [A-Z][a-z]+day \d{4}-/,
    );
    const revoked = await clinic.recon(['invite', id, '--type', 'face', '--revoke']);
    expect(revoked.stderr).toBe(`took back 2 links for face photos of patient ${id}\n`);
    for (const link of [first, stdout.trim()]) expect((await fetch(link)).status).toBe(404);
    expect((await clinic.recon(['patients', 'get', id, '-o', 'table'])).stdout).not.toContain('Link out');
    const again = await clinic.recon(['invite', id, '--type', 'face', '--revoke']);
    expect(again).toMatchObject({ exitCode: 0, stderr: `no face link of patient ${id} is out\n` });
    expect((await clinic.recon(['invite', id, '--type', 'face'])).stderr).not.toContain('an earlier');
  });

  test('of another service is known by what this machine has made, and is said to stay', async () => {
    const id = await newPatient();
    const other = await asAnotherService(clinic);
    const invite = () => clinic.recon(['invite', id, '--type', 'face'], { env: other.environment });
    expect((await invite()).stderr).not.toContain('an earlier');
    expect((await invite()).stderr).toContain('may work too; this service has no way to take one back');
    await other.close();
  });
});

describe('--copy', () => {
  const program = (name: string, script: string) => {
    const path = join(clinic.folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  };

  test('gives the link to the program of the clipboard as its input, never among its arguments', async () => {
    const id = await newPatient();
    program('xclip', `echo "$@" > '${clinic.folder}/arguments'; cat > '${clinic.folder}/copied'`);
    const env = { PATH: `${clinic.folder}:${process.env['PATH']}`, DISPLAY: ':7' };
    const { exitCode, stdout, stderr } = await clinic.recon(['invite', id, '--type', 'face', '--copy'], { env });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('the link is on the clipboard (xclip)');
    expect(readFileSync(join(clinic.folder, 'copied'), 'utf8')).toBe(stdout.trim());
    expect(readFileSync(join(clinic.folder, 'arguments'), 'utf8')).toBe('-selection clipboard\n');
  });

  test('where nothing can, the link is printed all the same, and it ends with 12', async () => {
    const id = await newPatient();
    program('xclip', 'exit 1');
    program('xsel', 'exit 1');
    const env = { PATH: `${clinic.folder}:${process.env['PATH']}`, DISPLAY: ':7' };
    const { exitCode, stdout, stderr } = await clinic.recon(['invite', id, '--type', 'face', '--copy'], { env });
    expect(exitCode).toBe(12);
    expect(stdout).toMatch(/^http:\S+\n$/);
    expect(stderr).toContain('the link could not be copied: no program here puts text on a clipboard');
    expect(stderr).toContain('tried: xclip, xsel');
  });
});

describe('--card', () => {
  test('writes a picture for this user alone, names the clinic if it is known, and overwrites nothing', async () => {
    const id = await newPatient();
    const card = join(clinic.folder, 'ana.png');
    const invite = () => clinic.recon(['invite', id, '--type', 'face', '--card', card, '--language', 'ar']);
    const { exitCode, stdout, stderr } = await invite();
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^http:\S+\n$/) });
    expect(stderr).toContain('recon config set clinic NAME');
    expect(statSync(card).mode & 0o777).toBe(0o600);
    expect(readFileSync(card).subarray(1, 4).toString()).toBe('PNG');
    const refused = await invite();
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('is there already; nothing is overwritten');
  });

  test.each([
    [['--card', 'card.pdf'], 'must end in .png', 2],
    [['--card', 'no/such/folder/card.png'], 'cannot be written', 12],
    [['--card', 'card.png', '--language', 'tlh'], 'is none of en, es, pt, de, fr, ar', 2],
    [['--language', 'tlh'], 'is none of en, es, pt, de, fr, ar', 2],
    [['--revoke', '--copy'], '--revoke makes no link', 2],
  ])('%j is refused before a link is made', async (flags, message, code) => {
    const id = await newPatient();
    const { exitCode, stdout, stderr } = await clinic.recon(['invite', id, '--type', 'face', ...flags]);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' });
    expect(stderr).toContain(message);
    expect((await clinic.recon(['patients', 'get', id, '-o', 'table'])).stdout).not.toContain('Link out');
    expect(existsSync(join(clinic.folder, 'card.png'))).toBe(false);
  });
});
