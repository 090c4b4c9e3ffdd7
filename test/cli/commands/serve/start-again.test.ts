import { expect, test } from 'vitest';
import type { ServeOptions } from '../../../../src/cli/commands/serve/read-options.ts';
import { startAgain } from '../../../../src/cli/commands/serve/start-again.ts';
import { lineText } from '../../../../src/system/line-text.ts';

const DEFAULT = { host: '127.0.0.1', role: 'all', logFormat: 'text' };
const told = (typed: Partial<ServeOptions>, command: string[] = []) =>
  lineText(startAgain({ ...DEFAULT, ...typed }, command, { port: '0' }));

test('the flags that were typed stay, but for those that are changed; defaults go without saying', () => {
  expect(told({})).toBe('recon serve --port 0 (on any free port)');
  expect(told({ data: './clinic', port: '4747', publicUrl: 'https://a.example', auditKeep: '365d' })).toBe(
    'recon serve --port 0 --data ./clinic --public-url https://a.example --audit-keep 365d (on any free port)',
  );
  expect(told({ host: '0.0.0.0', role: 'api', logFormat: 'json' }, ['./try.sh', '--all'])).toBe(
    'recon serve --host 0.0.0.0 --port 0 --role api --log-format json -- ./try.sh --all (on any free port)',
  );
});

test('what is no flag of serve is left out', () => {
  expect(told({ input: true, color: true } as Partial<ServeOptions>)).toBe('recon serve --port 0 (on any free port)');
});

test('an address with a password is not told', () => {
  expect(told({ database: 'postgres:///clinic' })).toBe(
    'recon serve --port 0 --database postgres:///clinic (on any free port)',
  );
  for (const database of ['postgres://ana:secret@db/clinic', 'postgres:///clinic?password=secret']) {
    expect(told({ database })).toBe('recon serve --port 0 --database URL (on any free port, with the address for URL)');
  }
});

test('only port 0 is explained', () => {
  expect(lineText(startAgain({ ...DEFAULT, port: '80' }, [], { port: '4747' }))).toBe('recon serve --port 4747');
});
