// What is asked of the service: the request with this number, in a service with so many patients.
import { FAMILY, GIVEN } from './names.mjs';

const get = (query) => ({ path: `/patients?${new URLSearchParams(query)}` });
const pick = (words, number) => words[number % words.length];
/** The same for the same number, and no two alike. */
const letters = (number) => (number * 2_654_435_761).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[digit]);

export const KINDS = {
  'list, page 1': () => get({}),
  'list, deep page': (number, patients) => get({ page: 1 + ((number * 7919) % Math.ceil(patients / 10)) }),
  'search, common given name': (number) =>
    get({
      name: pick(
        GIVEN.filter((one) => one.length > 2),
        number,
      ),
    }),
  'search, given and family name': (number) =>
    get({ name: `${pick(GIVEN, number)} ${pick(FAMILY, Math.floor(number / GIVEN.length))}` }),
  'search, absent name': (number) => get({ name: `${pick(GIVEN, number)} ${letters(number)}` }),
  'search, absent, of common parts': (number) =>
    get({ name: `${pick(FAMILY, number)} ${pick(GIVEN, number)} x${number % 97}` }),
  'search, one letter': (number) => get({ name: 'abcdefghijklmnopqrstuvwxyz'[number % 26] }),
  'search, two letters': (number) => get({ name: pick(GIVEN, number).slice(0, 2) }),
  'create without photos': (number) => {
    const form = new FormData();
    form.set('patient[name]', `${pick(GIVEN, number)} ${pick(FAMILY, number)}`);
    form.set('patient[email]', `bench.${number}@example.org`);
    return { path: '/patients', form };
  },
};
