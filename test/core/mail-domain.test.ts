import { expect, test } from 'vitest';
import { meantDomain } from '../../src/core/mail-domain.ts';

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
  expect(meantDomain(address)).toBe(domain);
});

test.each([
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'hotmail.es', 'outlook.pt', 'yahoo.co.uk', 'yahoo.com.br'],
  ...['icloud.com', 'protonmail.com', 'mail.com', 'email.com', 'ymail.com', 'web.de', 'gmx.de', 'clinic.example'],
  ...['gmail.de', 'gmal.de', 'mail.gmial.example', 'localhost', '.com', 'gmiall.com'],
])('%s is left alone', (domain) => {
  expect(meantDomain(`maria@${domain}`)).toBeUndefined();
});
