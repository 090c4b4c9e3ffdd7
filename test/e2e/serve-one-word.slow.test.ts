import { expect, test } from 'vitest';
import { makeHome } from '../support/recon-home.ts';

test('the line for a word that is the data folder keeps the flags that were typed', async () => {
  const home = await makeHome();
  try {
    const typed = ['serve', '--ready-after', '1s', 'desk1', '--fail', '0.1'];
    const { exitCode, stderr } = await home.recon(typed);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'Try: recon serve --data desk1 --ready-after 1s --fail 0.1 (which keeps the data in that folder)\n',
    );
    expect(stderr).toContain('recon serve --ready-after 1s --fail 0.1 -- COMMAND ARGUMENTS...\n');
  } finally {
    await home.remove();
  }
});
