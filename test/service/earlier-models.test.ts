import { afterEach, expect, test } from 'vitest';
import { makeHome } from '../support/recon-home.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';
import { typeMain } from '../support/typed-terminal.ts';

let service: TestService;
afterEach(() => service?.close());

const update = (id: number, cm: string) =>
  service.patient('PUT', `/patients/${id}`, {
    form: { 'reconstruction[type]': 'mammo', 'reconstruction[nipple_to_nipple]': cm },
  });

test('a model tells with which measure those were made whose place it took, in the answer and on the card', async () => {
  service = await openService();
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  const path = `/patients/${patient.id}`;
  const told = async () => (await service.send('GET', path)).headers.get('recon-earlier-models');
  const hasMeasure = (cm: number) =>
    expect
      .poll(async () => {
        const [model] = (await service.patient('GET', path)).patient.reconstructions;
        return model?.status === 'has_3d' && model.mesaures['nipple_to_nipple'];
      })
      .toBe(cm);
  const [first] = (await service.patient('GET', path)).patient.reconstructions;
  await hasMeasure(first!.mesaures['nipple_to_nipple']!);
  expect(await told()).toBeNull();
  await update(patient.id, '23');
  await hasMeasure(23);
  expect(await told()).toMatch(/^mammo=\S+Z\/4\/nipple_to_nipple:21(\.\d+)?$/);
  await update(patient.id, '24');
  await hasMeasure(24);
  expect(await told()).toMatch(/^mammo=\S+\/4\/nipple_to_nipple:23 \S+\/4\/nipple_to_nipple:21(\.\d+)?$/);
  for (const cm of [25, 26, 27, 28]) {
    await update(patient.id, String(cm));
    await hasMeasure(cm);
  }
  expect((await told())!.split(' ')).toHaveLength(5);
  // The interface shows the measure of the model that is there, as before.
  const home = await makeHome({ RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
  const card = await typeMain(['show', String(patient.id)], home.environment, []);
  await home.remove();
  expect(card.stdout).toMatch(/Measures +nipple to nipple 28 cm/);
  expect(card.stdout).toMatch(/Before it +\d{4}-\d\d-\d\d \d\d:\d\d, as Torso, with nipple to nipple 27 cm/);
});
