import { expect, test } from 'vitest';
import { importFailure, summaryLine, watchLine } from '../../../src/cli/commands/patients/import-summary.ts';
import type { Counts } from '../../../src/core/import/outcomes.ts';
import type { ListProblem } from '../../../src/core/import/problem-lines.ts';
import { type Advice, ReconError } from '../../../src/errors.ts';
import { lineText } from '../../../src/system/line-text.ts';

const NONE: Counts = {
  ...{ created: 0, already_there: 0, failed: 0, held_back: 0, unknown: 0, not_sent: 0, done_before: 0 },
  photos_not_sent: 0,
  differing: 0,
  size_not_recorded: 0,
};
const failure = (
  counts: Partial<Counts>,
  stopped?: ReconError,
  goOn?: Advice,
  failures: ListProblem[] = [],
  unit: 'row' | 'folder' = 'row',
) =>
  importFailure(
    {
      ...{
        total: 9,
        unit,
        counts: { ...NONE, ...counts },
        report: 'l.report.csv',
        models: new Map(),
        problems: [],
        failures,
        namesakes: [],
        differing: [],
        mistyped: [],
      },
      stopped,
    },
    'l.csv',
    goOn,
  );

test('the last line counts what there is', () => {
  expect(summaryLine({ ...NONE, created: 148, already_there: 4, failed: 2 })).toBe(
    '148 created · 4 already there · 2 failed',
  );
  expect(summaryLine({ ...NONE, done_before: 3, unknown: 1, not_sent: 2 })).toBe(
    '0 created · 3 done before · 1 perhaps created · 2 not sent',
  );
  expect(summaryLine({ ...NONE, already_there: 4, photos_not_sent: 2, failed: 1 })).toBe(
    '0 created · 4 already there, the photos of 2 not sent · 1 failed',
  );
});

test('rows that differ from their patients are counted, beside what became of them', () => {
  expect(summaryLine({ ...NONE, already_there: 2, differing: 1 })).toBe(
    '0 created · 2 already there (1 differs from its patient)',
  );
  expect(summaryLine({ ...NONE, done_before: 3, differing: 2, failed: 1 })).toBe(
    '0 created · 3 done before (2 differ from their patients) · 1 failed',
  );
});

test.each([
  [{ created: 5, already_there: 4 }, undefined, undefined],
  [
    { created: 7, failed: 2 },
    'partly_failed',
    'recon patients import l.report.csv (when those rows are put right in it, or deleted)',
  ],
  [{ created: 8, not_sent: 1 }, 'partly_failed', 'recon patients import l.csv'],
  [{ created: 7, failed: 1, unknown: 1 }, 'outcome_unknown', 'recon resume'],
] as const)('%j ends with %s', (counts, code, hint) => {
  const error = failure(counts);
  expect([error?.code, error?.hint && lineText(error.hint)]).toEqual([code, hint]);
});

test('who imports folders was led to a report of lines of JSON', () => {
  const error = failure({ created: 3, failed: 1 }, undefined, undefined, [], 'folder');
  expect(error?.hint).toMatch(/^the same command again, when those folders are put right/);
  expect(error?.details).toContain('what became of each is in l.report.csv');
});

test('what is left is counted by what it needs, and the flag is named where only people who may be there are left', () => {
  const mixed = failure({ created: 3, already_there: 1, failed: 4, held_back: 3, not_sent: 1 });
  expect(mixed?.message).toBe('of 9 rows, 1 is to be put right, 3 are likely there already and 1 is not sent yet');
  expect(mixed?.hint).toMatchObject({ command: ['patients', 'import', 'l.report.csv'] });
  expect(failure({ created: 6, failed: 3, held_back: 3 })?.hint).toMatchObject({
    command: ['patients', 'import', 'l.report.csv', '--allow-same'],
  });
});

test('of rows that a service did not answer nothing is to be put right', () => {
  const away = (place: string): ListProblem => ({ place, text: 'h refused the connection', waitsFor: 'answer' });
  const again = 'the same command again, once the service answers; it does the rest';
  expect(failure({ failed: 2 }, undefined, undefined, [away('row 2'), away('row 3')])?.hint).toBe(again);
  const wrong: ListProblem = { place: 'row 4', text: 'the service refused the e-mail address' };
  const report = { command: ['patients', 'import', 'l.report.csv'] };
  expect(failure({ failed: 2 }, undefined, undefined, [away('row 2'), wrong])?.hint).toMatchObject(report);
  // Row 9 has a problem and was not tried.
  expect(failure({ failed: 2 }, undefined, undefined, [away('row 2')])?.hint).toMatchObject(report);
});

test('rows that a full account has no room for are in order: nobody is told to put them right, or to delete them', () => {
  const full = (place: string): ListProblem => ({ place, text: 'the account is full', waitsFor: 'room' });
  const all = failure({ created: 7, failed: 2 }, undefined, undefined, [full('row 2'), full('row 3')]);
  expect(all?.message).toBe('of 9 rows, 2 are not made, since the account is full');
  expect(all?.hint).toBe(
    'the same command again, once whoever runs the service has raised the limit, or patients are deleted; it does the rest',
  );
  const wrong: ListProblem = { place: 'row 4', text: 'the service refused the e-mail address' };
  const mixed = failure({ created: 7, failed: 2 }, undefined, undefined, [full('row 2'), wrong]);
  expect(mixed?.message).toBe('of 9 rows, 1 is to be put right and 1 is not made, since the account is full');
  expect(mixed?.hint).toMatchObject({
    command: ['patients', 'import', 'l.report.csv'],
    because: expect.stringContaining('those without room stay as they are'),
  });
});

test('what stopped it decides the code: Ctrl-C over rows of unknown outcome, a login over failed ones', () => {
  const stop = new ReconError('interrupted', 'stopped by Ctrl-C');
  expect(failure({ unknown: 1, not_sent: 8 }, stop)).toMatchObject({
    code: 'interrupted',
    hint: { command: ['resume'] },
  });
  const goOn = watchLine('camera', {});
  expect(failure({ not_sent: 9 }, stop, goOn)?.hint).toBe(goOn);
  const login = new ReconError('not_logged_in', 'the token is refused', { hint: { command: ['login'] }, status: 401 });
  expect(failure({ failed: 1, not_sent: 8 }, login)).toMatchObject({
    code: 'not_logged_in',
    status: 401,
    hint: { command: ['login'] },
    details: ['what became of each is in l.report.csv', { before: 'then, for the rest', command: ['resume'] }],
  });
});

test('the line that goes on with a watch has the options on which it depends what is made, and where it is told', () => {
  expect(watchLine('camera', {}).command).toEqual(['patients', 'import', 'camera', '--watch']);
  const options = { type: 'face', report: 'r.ndjson', allowSame: true, photoCheck: true };
  const { command } = watchLine('camera', options);
  expect(lineText({ command })).toBe(
    'recon patients import camera --watch --type face --report r.ndjson --allow-same --photo-check',
  );
});

test('what the service said of rows is told, each kind once with its rows', () => {
  const failures = [
    ...[3, 4, 9].map((row) => ({ place: `row ${row}`, text: 'the service refused it: phone is too long' })),
    { place: 'row 5', text: 'the service refused it: name is too long' },
  ];
  expect(failure({ created: 5, failed: 4 }, undefined, undefined, failures)?.details).toEqual([
    'rows 3-4, 9: the service refused it: phone is too long',
    'row 5: the service refused it: name is too long',
  ]);
});

test('too many failures in a row end as failed rows do, and name the last', () => {
  const stop = new ReconError('partly_failed', '20 patients in a row failed, so the import stopped', {
    details: ['the last: no'],
  });
  expect(failure({ failed: 20, not_sent: 80 }, stop)).toMatchObject({
    code: 'partly_failed',
    details: [stop.message, 'the last: no', 'what became of each is in l.report.csv'],
    hint: { command: ['resume'] },
  });
});

test('a watch that Ctrl-C ends is told as ended, unless something is unknown', () => {
  const stopped = new ReconError('interrupted', 'stopped by Ctrl-C');
  const watch = watchLine('camera', {});
  expect(failure({ created: 2 }, stopped, watch)).toMatchObject({
    code: 'interrupted',
    message: 'the watch has ended',
  });
  expect(failure({ unknown: 1 }, stopped, watch)?.message).toBe('stopped by Ctrl-C');
  expect(failure({ created: 2 }, stopped)?.message).toBe('stopped by Ctrl-C');
});

test('an import that failed of its rows alone is not told as one to repeat', () => {
  const failed = { created: 7, failed: 2 };
  expect(failure(failed)?.needsPerson).toBe(true);
  expect(failure({ ...failed, held_back: 1 })?.needsPerson).toBe(true);
  const unanswered: ListProblem = { place: 'row 3', text: 'no answer', waitsFor: 'answer' };
  expect(failure(failed, undefined, undefined, [unanswered])?.needsPerson).toBe(false);
  expect(failure({ ...failed, unknown: 1 })?.needsPerson).toBe(false);
  expect(failure({ ...failed, not_sent: 4 }, new ReconError('partly_failed', 'too many'))?.needsPerson).toBe(false);
});
