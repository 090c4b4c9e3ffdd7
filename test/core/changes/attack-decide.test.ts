import { describe, expect, test } from 'vitest';
import { attackHome, entryIn, TOKEN } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { recon, started, setQuietPeriod } = attackHome();

/** A create that was made and whose answer is lost, left for later by Ctrl-C. */
async function leftOpen() {
  const service = await strangerService();
  service.patients.push({ id: 71, owner: TOKEN, name: 'Bo', phone: '2' });
  service.fates = ['lost applied'];
  await setQuietPeriod('1m');
  const run = started(service, 'patients', 'create', '--name', 'Ana', '--phone', '5550101');
  await expect.poll(() => service.patients.length).toBe(2);
  const { exitCode, stderr } = await run.interrupt();
  expect(exitCode).toBe(130);
  await setQuietPeriod('50ms');
  return { service, entry: entryIn(stderr) };
}

describe('what a person decides is looked at first', () => {
  test('--recreate of what was made: the patient is named and nobody is doubled', async () => {
    const { service, entry } = await leftOpen();
    const { exitCode, stderr } = await recon(service, 'resume', entry, '--recreate');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 10, stderr: expect.stringContaining('--adopt 1') });
    expect(service.patients).toHaveLength(2);
    expect(await recon(service, 'resume', entry, '--adopt', '1')).toMatchObject({ exitCode: 0, stdout: '1\n' });
  });

  test('--recreate once more, of who was named: it is somebody else, as the person says', async () => {
    const { service, entry } = await leftOpen();
    await recon(service, 'resume', entry, '--recreate');
    expect(await recon(service, 'resume', entry, '--recreate')).toMatchObject({ exitCode: 0, stdout: '2\n' });
    expect(service.patients).toHaveLength(3);
  });

  test('--adopt of somebody else is refused, and the change stays open', async () => {
    const { service, entry } = await leftOpen();
    const { exitCode, stderr } = await recon(service, 'resume', entry, '--adopt', '71');
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('patient 71 has another'),
    });
    expect((await recon(service, 'resume', '--list')).stdout).toContain(entry);
  });
});
