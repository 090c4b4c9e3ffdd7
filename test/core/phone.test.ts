import { expect, test } from 'vitest';
import { hasPhone, phoneLikeness, phoneProblem } from '../../src/core/phone.ts';

test.each([
  ['+351 21 000 0001', '00351-21-000.0001', 'same'],
  ['+351 21 000 0001', '351210000001', 'same'],
  ['+44 20 7946 0958', '+44 (0)20 7946 0958', 'same'],
  // In one house there are several people.
  ['+1 202 555 0101', '+1 202 555 0101 ext. 12', 'likely'],
  ['+1 202 555 0101', '+1 202 555 0101 x12', 'likely'],
  ['+1 202 555 0101 #12', '+1 202 555 0101', 'likely'],
  ['+1 202 555 0101 x12', '+1 202 555 0101 x13', 'likely'],
  ['+1 202 555 0101 x12', '+1 (202) 555-0101, ext. 12', 'same'],
  ['021 000 0001', '+351 21 000 0001', 'likely'],
  ['+351 21 000 0001', '(21) 000-0001', 'likely'],
  // Two countries are two numbers, also where one has all digits of the other.
  ['+1 555 123 4567', '+44 1555 123 4567', 'other'],
  ['5512 025 550 101', '+12025550101', 'other'],
  ['0001', '+351 21 000 0001', 'other'],
  ['+351 21 000 0001', '', 'other'],
  ['+351 21 000 0001', null, 'other'],
])('%s and %s are %s', (typed, kept, likeness) => {
  expect(phoneLikeness(typed)(kept)).toBe(likeness);
});

test('a list is looked through by the end of a number too, but not by that of one with its country', () => {
  expect(hasPhone('00-01')('+351 21 000 0001')).toBe(true);
  expect(hasPhone('0001')('+351 21 000 0001')).toBe(true);
  expect(hasPhone('+0001')('+351 21 000 0001')).toBe(false);
  expect(hasPhone('0002')('+351 21 000 0001')).toBe(false);
  // Fewer than six digits stand in too many numbers.
  expect(hasPhone('912 345')('+351 912 345 678')).toBe(true);
  expect(hasPhone('91234')('+351 912 345 678')).toBe(false);
});

test.each([
  '+351 21 000 0000',
  '555-0101',
  '(21) 000/0000',
  '+1 202 555 0101 x12',
  '٠١٢٣٤',
  '+44 (0)20 7946 0958',
  '00123 456 789 012 345',
  '+123 (0)456 789 012 345 ext. 123456',
])('%s is a phone number', (text) => {
  expect(phoneProblem(text)).toBeUndefined();
});

test.each([
  ['maria', 'is no phone number: "maria" has letters; it takes digits, such as +351 21 000 0000'],
  ['021 000 OOOO', 'is no phone number: "021 000 OOOO" has letters; it takes digits, such as +351 21 000 0000'],
  ['+1 2', 'is no phone number: "+1 2" has fewer than 4 digits'],
  ['-', 'is no phone number: "-" has fewer than 4 digits'],
  // A new number behind the old one.
  [
    '+34 600 999 222600.111',
    'is no phone number: "+34 600 999 222600.111" has 17 digits; a phone number has at most 15',
  ],
  ['1234 5678 9012 3456', 'is no phone number: "1234 5678 9012 3456" has 16 digits; a phone number has at most 15'],
])('%s is none, and it is told why', (text, problem) => {
  expect(phoneProblem(text)).toBe(problem);
});
