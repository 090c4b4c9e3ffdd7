import { expect, test } from 'vitest';
import type { Context } from '../../../src/cli/context.ts';
import { patientIds } from '../../../src/cli/request/whom.ts';

const READ = { change: undefined } as unknown as Parameters<typeof patientIds>[1];

test.each([
  [['41', '0171', '222'], '"41 0171 222"'],
  [['0701740615', '0702330616'], '"0701740615 0702330616"'],
  [['ana', '0701', '15'], '"ana 0701 15"'],
])('a number beside something else (%j) is no id, and told to be put in quotes', async (typed, quoted) => {
  await expect(patientIds(typed, READ, {} as Context)).rejects.toMatchObject({
    code: 'usage',
    hint: expect.stringContaining(quoted),
  });
});

test('several ids are several patients, each once', async () => {
  expect(await patientIds(['41', '7', '41'], READ, {} as Context)).toEqual(['41', '7']);
});

test.each(['00351912000203', '0701740615', '021'])(
  '%s, dialled as it stands, is a phone number and no id',
  async (typed) => {
    const asked = new Error('asked');
    const context = { client: () => Promise.reject(asked), liveLine: async () => ({ stop: () => {} }) };
    await expect(patientIds([typed], READ, context as unknown as Context)).rejects.toBe(asked);
  },
);

test('digits that are no ids are told as what they were taken for', async () => {
  await expect(patientIds(['912', '000', '203'], READ, {} as Context)).rejects.toMatchObject({
    message: '912 000 203 are taken as ids, and 000 is no id: an id begins with neither 0 nor +',
    hint: expect.stringContaining('"912 000 203"'),
  });
});

test('several whole phone numbers are several patients, and none is torn', async () => {
  // They are looked for, and so a service is asked.
  const asked = new Error('asked');
  const context = { client: () => Promise.reject(asked), liveLine: async () => ({ stop: () => {} }) };
  const both = patientIds(['0701-740615', '0702-330616'], READ, context as unknown as Context);
  await expect(both).rejects.toBe(asked);
});
