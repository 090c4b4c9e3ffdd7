import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Whether a program that some tests need is on this machine, for `test.skipIf(!requireTool('zsh'))`.
 *
 * A developer's machine may lack it: the test is then skipped by its name. Where RECON_TEST_REQUIRE is
 * `all`, as in CI, a missing tool is an error, so that a skip can never pass for a success there.
 */
export function requireTool(name: string): boolean {
  if (toolPath(name) !== undefined) return true;
  if (process.env['RECON_TEST_REQUIRE'] === 'all') {
    throw new Error(`${name} is not installed, and RECON_TEST_REQUIRE=all asks for every tool`);
  }
  return false;
}

/** Where PATH has the program, or undefined. */
export function toolPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
