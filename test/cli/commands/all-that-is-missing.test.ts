import { expect, test } from 'vitest';
import { runMain } from '../../support/run-main.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NO_SERVICE = { RECON_BASE_URL: 'http://127.0.0.1:1', RECON_TOKEN: '0123456789abcdef0123456789abcdef' };
const run = async (line: string) => {
  const ended = await runMain(line.split(' '), { HOME: tempFolder(), ...NO_SERVICE });
  expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
  return ended.stderr;
};

test.each([
  ['download', ["'patient', and --type: one of mammo, face, body"], 'recon download PATIENT --type TYPE'],
  ['accept', ["'patient', and --type"], 'recon accept PATIENT --type TYPE'],
  ['invite', ["'patient', and --type"], 'recon invite PATIENT --type TYPE'],
  ['invite --type face', ["'patient'\n"], 'recon invite PATIENT --type face'],
  [
    'after create --type face',
    ["'patient'\n", '--left, --front and --right are missing for a face reconstruction'],
    'recon after create PATIENT --type face --left FILE --front FILE --right FILE',
  ],
  ['show', ["'patient'\n"], 'recon show PATIENT'],
  ['update', ["'patient', and what is to change"], 'recon update PATIENT --phone NUMBER'],
  ['patients delete', ["'patient', and --yes"], 'recon patients delete PATIENT --yes'],
  ['transfer', ["'patient'", '--to', '--yes'], 'recon transfer PATIENT --to SURGEON --yes'],
  ['transfer --to 3', ["'patient', and --yes"], 'recon transfer PATIENT --to 3 --yes'],
  ['transfer --back --yes', ["'patient'\n"], 'recon transfer PATIENT --back --yes'],
  ['transfer 5', ['--to is missing', '--yes is missing, too'], 'recon transfer 5 --to SURGEON --yes'],
  ['patients export', ['--to is missing'], 'recon patients export --to FOLDER'],
  ['patients import', ["'list'"], 'recon patients import LIST'],
  ['accounts add', ["'name'"], 'recon accounts add NAME'],
  [
    'accounts tokens add',
    ['account, --label and --scope (read, write, admin) are missing'],
    'recon accounts tokens add ACCOUNT --label TEXT --scope SCOPE',
  ],
])('%s named one missing thing a run', async (line, missing, whole) => {
  const stderr = await run(`${line} --no-input`);
  for (const part of missing) expect(stderr).toContain(part);
  expect(stderr.endsWith(`  Try: ${whole}\n`)).toBe(true);
});

test('a create of nothing named a name alone, and not what each kind of model needs', async () => {
  const stderr = await run('create --no-input');
  for (const row of [
    '--type mammo: --left, --front, --right, --nipple-to-nipple\n',
    '--type face: --left, --front, --right\n',
    '--type face --provider 5: --left, --front, --right, --left-45, --right-45, --below\n',
    '--type body: --left, --front, --right, --back, --hipline\n',
  ]) {
    expect(stderr).toContain(row);
  }
  expect(stderr).toContain('Try: recon create --name NAME --type face --left FILE --front FILE --right FILE\n');
});

test('a folder of photos that is not there hid what else was wrong and missing', async () => {
  const stderr = await run('create --name Ana --country Narnia --photos /not/there');
  expect(stderr).toContain('the photo folder "/not/there" does not exist');
  expect(stderr).toContain('"Narnia" is not a country');
  expect(stderr).toContain('--type is missing: one of mammo, face, body');
});
