import { expect, test } from 'vitest';
import { hostDoubt, isHostWarning } from '../../src/core/mail-domain.ts';

test.each([
  ['maria@gmial.com', 'gmail.com'],
  ['maria@gmai.com', 'gmail.com'],
  ['maria@gnail.com', 'gmail.com'],
  ['Maria@GMAIL.con', 'gmail.com'],
  ['maria@gmail.co', 'gmail.com'],
  ['maria@hotmial.com', 'hotmail.com'],
  ['maria@hotmai.co.uk', 'hotmail.co.uk'],
  ['maria@yaho.com', 'yahoo.com'],
  ['maria@yahooo.com.br', 'yahoo.com.br'],
  ['maria@outlok.com', 'outlook.com'],
  ['maria@outlook.cmo', 'outlook.com'],
  ['maria@iclod.com', 'icloud.com'],
])('%s has a slip: %s', (address, domain) => {
  expect(hostDoubt(address)?.meant).toBe(domain);
});

test.each([
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'hotmail.es', 'outlook.pt', 'yahoo.co.uk', 'yahoo.com.br'],
  ...['icloud.com', 'protonmail.com', 'mail.com', 'email.com', 'ymail.com', 'web.de', 'gmx.de', 'clinic.example'],
  ...['gmail.de', 'gmal.de', 'mail.gmial.example', 'gmiall.com', '[127.0.0.1]', '[IPv6:::1]'],
])('%s is left alone', (domain) => {
  expect(hostDoubt(`maria@${domain}`)).toBeUndefined();
});

test.each(['exmaple', 'localhost', 'gmail', '.com', 'exmaple.', 'gmail..'])('%s has no ending', (domain) => {
  const doubt = hostDoubt(`zita@${domain}`);
  expect(doubt).toEqual({
    warning: 'the host of the e-mail address has no ending, such as .com; it is sent as it is',
  });
  expect(isHostWarning(doubt!.warning)).toBe(true);
});

test('a text that is no address has no host to doubt', () => {
  expect(hostDoubt('')).toBeUndefined();
  expect(hostDoubt('zita')).toBeUndefined();
});
