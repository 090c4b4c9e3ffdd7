import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../../support/recon-home.ts';
import { openService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { typeMain } from '../../support/typed-terminal.ts';

test('in 60 columns the line of a namesake lost how the model is', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  for (const seed of [1, 2]) {
    const form = {
      'patient[name]': 'Maria Aparecida dos Santos e Albuquerque',
      'patient[phone]': `+351 21 000 000${seed}`,
      'patient[email]': `maria.aparecida.${seed}@example.org`,
      'patient[city]': 'Porto',
      ...(await faceForm(seed)),
    };
    await service.patient('POST', '/patients', { form });
  }
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { stderr } = await typeMain(['show'], environment, [[/Which patient\?/, '\u0003']], { columns: 60 });
  for (const seed of [1, 2]) {
    expect(stderr).toMatch(
      new RegExp(`${seed}  Maria[^…\\n]*…  (\u001b\\[\\d+m)?face ready(\u001b\\[\\d+m)?  .*000${seed}`),
    );
  }
});
