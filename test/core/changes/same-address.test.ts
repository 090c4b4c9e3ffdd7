import { expect, test } from 'vitest';
import { attackHome, names, OTHER, TOKEN } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { as, importing, put, recon } = attackHome();

/** A service that made both patients of a list, and then another one with its own people and tokens at its address. */
async function another(people: string[]) {
  const service = await strangerService();
  const list = put('name\nAna Sample\nBo Sample\n');
  expect((await importing(service, list)).exitCode).toBe(0);
  service.patients.splice(0, 2, ...people.map((name, at) => ({ id: at + 1, owner: OTHER, name })));
  return { service, list };
}

test('rows that an earlier service at the same address made are not told as done by this one', async () => {
  const { service, list } = await another(['Somebody Else', 'Third Person']);
  const { exitCode, stderr } = await as(OTHER, service, 'patients', 'import', list);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('2 failed');
  const again = await as(OTHER, service, 'patients', 'import', list, '--allow-same');
  expect(again, again.stderr).toMatchObject({ exitCode: 0 });
  expect(names(service)).toEqual(['Ana Sample', 'Bo Sample', 'Somebody Else', 'Third Person']);
});

test('a new token for the same service finds its rows done', async () => {
  const { service, list } = await another(['Ana Sample', 'Bo Sample']);
  const { exitCode, stderr } = await as(OTHER, service, 'patients', 'import', list);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('2 done before');
});

test('with the token that made it, a row is done whatever its patient is called now', async () => {
  const { service, list } = await another([]);
  service.patients.push(...['Ana Married', 'Bo Sample'].map((name, at) => ({ id: at + 1, owner: TOKEN, name })));
  expect((await recon(service, 'patients', 'import', list)).stderr).toContain('2 done before');
});
