import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { postgresPrograms } from './test/support/postgres.ts';

/** What takes longest, begun first, so that no worker is left alone with it at the end. Minutes each on two cores. */
const LONGEST = [
  'service/kill',
  'service/backup/backup',
  'engine/reconstruct',
  'cli/commands/update-beside-earlier',
  'rules/rule-matrix',
  'e2e/readme',
  'e2e/deploy-compose',
  'e2e/pty.',
  'e2e/desk.',
  'e2e/preview.',
  'e2e/tab.',
];

class LongestFirst extends BaseSequencer {
  /** Projects stay in their order, one after another: workers are kept only for files of the same one. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.includes(`test/${name}`));
      return at < 0 ? LONGEST.length : at;
    };
    return [...new Set(sorted.map(({ project }) => project))].flatMap((own) =>
      sorted.filter(({ project }) => project === own).toSorted((a, b) => rank(a) - rank(b)),
    );
  }
}

/** What is only there on a newer Node than the oldest one: `*.newer.ts`. */
const NEWER = Number(process.versions.node.split('.')[0]) >= 24 ? ',newer' : '';
const ALL = `{test,thorough${NEWER}}`;
/**
 * `npm test` is for minutes and takes no `*.slow.test.ts`. `npm run test:all`, which CI runs, takes them and the files
 * that are slow because they are thorough. With `newer`, for a second run on a newer Node, only those of test/chaos.
 */
const WANTED = process.env['RECON_TESTS'];
const TESTS = WANTED === 'all' ? ALL : WANTED === 'newer' ? `{test${NEWER}}` : 'test';
/** `npm run chaos -- --full` also takes what is only worth its time there. */
const FAULTS = process.env['RECON_CHAOS'] === 'full' ? '{test,thorough,full}' : WANTED === undefined ? 'test' : ALL;

/**
 * Chromium draws without a graphics card, which takes a sixth of the time of all tests, and CI has an hour. So `.ci/run`
 * leaves these out; `npm run test:all` takes them. See docs/decisions.md.
 */
const LONG_IN_CHROMIUM = [
  'test/e2e/view.thorough.ts',
  'test/e2e/view-page.thorough.ts',
  'test/pages/patient-page.thorough.ts',
  'test/pages/patient/goes-on.thorough.ts',
  'test/pages/patient/looks.thorough.ts',
  'test/pages/patient/payloads.thorough.ts',
  'test/pages/patient/states.thorough.ts',
  'test/pages/patient/wrong-photos.thorough.ts',
];
/** PostgreSQL and S3 are reached in the same way by every Node. */
const OF_OTHER_PLACES = ['test/service/storage/{bucket,postgres}/**', 'test/service/many-processes.slow.test.ts'];
/** Who may ask what, what is answered and what waits are the same on every Node; the database and files are Node's own. */
const OF_REQUESTS = [
  'access-matrix',
  'intake',
  'invitation-page',
  'invited-photos',
  'invited-photos-at-once',
  'observing',
  'own-routes',
  'prepare',
  'queue/jobs',
  'rates',
  'simulations',
  'tokens',
  'update',
].map((name) => `test/service/${name}.slow.test.ts`);
const IS_HURRIED = process.env['RECON_TEST_WITHOUT'] === 'long-in-chromium';
const LEFT_OUT = [
  ...(WANTED === 'newer' ? [...OF_OTHER_PLACES, ...OF_REQUESTS] : []),
  ...(WANTED === undefined ? ['test/**/*.slow.test.ts'] : []),
  ...(IS_HURRIED ? LONG_IN_CHROMIUM : []),
];

/** What these tests are about lies in the data folder, or belongs to the own account of a service on one machine. */
const OF_ONE_MACHINE = [
  'certificate-facts',
  'folder-check',
  'folder-error',
  'sweep',
  'seed',
  'seed-people',
  'start',
  'read-database',
  'missing-files',
  'damaged-files',
  'worker/*',
  'storage/**/*',
];
/** These need no place, or name theirs themselves: once is enough. */
const WITHOUT_OTHER_PLACES = [
  'archive',
  'backup/{backup,schema,sealing}',
  'broken-upload',
  'damaged-objects',
  'domain/{fold,searches}',
  'examine-memory',
  'invitation-{answers,form}',
  'many-processes',
  'retry-after',
  'routes/**/*',
  'send-archive',
  'signing',
  'turns',
  'upload-slots',
  'walk-files',
  'words',
];
/** The service once more, on PostgreSQL and S3; with `npm run test:all`. */
const SHARED =
  WANTED === 'all' && postgresPrograms() !== undefined
    ? [
        {
          extends: true as const,
          test: {
            name: 'shared',
            include: ['test/service/**/*.test.ts'],
            exclude: [...OF_ONE_MACHINE, ...WITHOUT_OTHER_PLACES].map(
              (name) => `test/service/${name}.{test,slow.test}.ts`,
            ),
            env: { RECON_TEST_PLACES: 'shared' },
            isolate: false,
            pool: 'threads' as const,
          },
        },
      ]
    : [];

// Two projects: pure and in-process tests share one module graph (fast);
// e2e stories run the built bin in processes of their own.
export default defineConfig({
  test: {
    // What is waited for may take long on a busy machine.
    testTimeout: IS_HURRIED ? 60_000 : 30_000,
    hookTimeout: IS_HURRIED ? 120_000 : 60_000,
    expect: { poll: { timeout: IS_HURRIED ? 40_000 : 20_000 } },
    // vitest leaves a core free by default, which on two cores means one worker. In CI's hour one more works while others
    // wait for a terminal, a database or a lease.
    maxWorkers: IS_HURRIED ? availableParallelism() + 1 : Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`test/**/*.${TESTS}.ts`],
          exclude: ['test/e2e/**', 'test/chaos/**', ...LEFT_OUT],
          isolate: false,
          pool: 'threads',
        },
      },
      ...SHARED,
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [`test/e2e/**/*.${TESTS}.ts`],
          exclude: LEFT_OUT,
          pool: 'forks',
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        // A fault scenario takes as long as it takes; it has its own limits where a hang would be the fault.
        test: {
          name: 'chaos',
          include: [`test/chaos/**/*.${FAULTS}.ts`],
          exclude: LEFT_OUT,
          pool: 'forks',
          testTimeout: 1_200_000,
        },
      },
    ],
  },
});
