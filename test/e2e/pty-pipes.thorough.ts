import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { RECON } from '../support/recon-home.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic(['--seed', '120']);
});
afterAll(() => clinic.close());

/** A line for bash, in which `recon` is the built program; its stdout, and the exit code of each part of the pipe. */
async function bash(line: string, extra: Record<string, string> = {}) {
  const script = `recon() { '${process.execPath}' '${RECON}' "$@"; }; ${line}; echo "codes \${PIPESTATUS[*]}" >&2`;
  const { stdout, stderr } = await execa('bash', ['-c', script], {
    cwd: clinic.folder,
    env: { ...clinic.environment, ...extra },
    extendEnv: false,
    stdin: 'ignore',
  });
  return { stdout, stderr, codes: /codes ([\d ]+)/.exec(stderr)?.[1] };
}

test.each([
  'recon list --all | head -1',
  'recon list --all --json | head -c 10',
  'recon list --all -o ndjson | head -1',
  'recon show 1 | head -1',
  'recon --help | head -1',
  'recon help exit-codes | head -1',
])('%s ends quietly with 0', async (line) => {
  const { codes, stderr } = await bash(line);
  expect(codes).toBe('0 0');
  expect(stderr).not.toMatch(/EPIPE|Error|at /);
});

test('a slow reader gets every byte', async () => {
  const { stdout, codes } = await bash('recon patients list --all --json | (sleep 1; cat)');
  expect(codes).toBe('0 0');
  expect(JSON.parse(stdout).patients).toHaveLength(120);
});

test('a pipe gets no escape byte, on stdout or stderr', async () => {
  for (const line of ['recon list --all', 'recon show 1', 'recon create --type face', 'recon --help']) {
    const { stdout, stderr } = await bash(`${line} | cat`, { TERM: 'xterm-256color' });
    expect(stdout + stderr).not.toContain('\u001b');
  }
});

test('with stdin closed, create names everything that is missing and ends with 2', async () => {
  const { stderr, codes, stdout } = await bash('recon patients create --type face --provider 5 <&-');
  expect({ codes, stdout }).toEqual({ codes: '2', stdout: '' });
  for (const view of ['left', 'front', 'right', 'left-45', 'right-45', 'below']) expect(stderr).toContain(`--${view}`);
});

test('a full disk under stdout is no success', async () => {
  const { stderr, codes } = await bash('recon patients list > /dev/full');
  expect(codes).toBe('12');
  expect(stderr).toContain('cannot be written');
});
