import { describe, expect, test } from 'vitest';
import { complaintOf } from '../../src/http/complaint.ts';

describe('complaintOf', () => {
  test.each<[string, unknown, ReturnType<typeof complaintOf>]>([
    [
      'our problem JSON',
      {
        type: 'about:blank',
        title: 'Unprocessable',
        status: 422,
        detail: 'Two fields are wrong',
        errors: [
          { field: 'reconstruction[left]', message: 'is missing' },
          { field: 'patient[email]', message: 'is no address' },
        ],
        request_id: 'q-7',
      },
      {
        message: 'Two fields are wrong',
        fields: ['reconstruction[left] is missing', 'patient[email] is no address'],
        requestId: 'q-7',
      },
    ],
    ['field → texts', { errors: { email: ['is bad', 'is taken'] } }, { fields: ['email is bad', 'email is taken'] }],
    ['field → texts without a wrapper', { email: ['is bad'], id: 7 }, { fields: ['email is bad'] }],
    ['a list of sentences', { errors: ["Name can't be blank"] }, { fields: ["Name can't be blank"] }],
    ['one text', { error: 'no good' }, { message: 'no good', fields: [] }],
    ['a message', { message: 'no good' }, { message: 'no good', fields: [] }],
    ['a message inside', { error: { code: 7, message: 'no good' } }, { message: 'no good', fields: [] }],
    [
      'OAuth',
      { error: 'invalid', error_description: 'The token expired' },
      { message: 'The token expired', fields: [] },
    ],
    ['a bare text', 'no good', { message: 'no good', fields: [] }],
    ['a bare list', ['no good', 'at all'], { message: 'no good; at all', fields: [] }],
    ['nothing to say', { status: 422 }, { fields: [] }],
    ['a field without words', { errors: [{ field: 'name' }, 7, null] }, { fields: ['name is not accepted'] }],
    ['null', null, { fields: [] }],
    ['a number', 7, { fields: [] }],
  ])('%s', (_, body, expected) => {
    expect(complaintOf(JSON.stringify(body))).toEqual(expected);
  });

  test.each([
    ['', undefined],
    ['  \r\n ', undefined],
    ['Not today\n\nCome back', 'Not today Come back'],
    ['<html><head><title>502 Bad\nGateway</title></head><body>nginx</body></html>', '502 Bad Gateway'],
    ['<!doctype html><style>h1{}</style><body><h1>Down for <b>repairs</b></h1></body>', 'Down for repairs'],
    ['<p>Only <i>words</i></p><script>alert(1)</script>', 'Only words'],
    ['{"cut": "of', '{"cut": "of'],
    ['x'.repeat(900), `${'x'.repeat(200)}…`],
  ])('text %j', (text, message) => {
    expect(complaintOf(text).message).toBe(message);
  });

  test('a message that told of each photo was cut off after 200 signs', () => {
    const detail = 'the left photo is blurred. Also: '.repeat(40).trim();
    expect(complaintOf(JSON.stringify({ detail })).message).toBe(detail);
    expect(complaintOf(JSON.stringify({ detail: 'x'.repeat(9000) })).message).toBe(`${'x'.repeat(1500)}…`);
  });

  test('a thousand field errors are told in twenty lines', () => {
    const errors = Array.from({ length: 1000 }, (_, at) => ({ field: `f${at}`, message: 'is bad' }));
    expect(complaintOf(JSON.stringify({ errors })).fields).toHaveLength(20);
  });
});
