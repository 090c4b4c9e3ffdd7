import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type KnownBackups, knownBackups, troubleOf } from './backup/last-backup.ts';
import { freeBytes } from './disk-state.ts';
import type { Store } from './domain/store.ts';
import type { EndedGeneration } from './queue/attempt.ts';
import type { AnsweredRequest } from './structured-log.ts';
import type { UploadSlots } from './upload-slots.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** From a list's usual time to that of a create that waits for its model. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

/** How many generations have ended in this process since its start. */
export type Generated = Record<EndedGeneration['outcome'], number>;

interface MetricsParts {
  store: Store;
  generated: Generated;
  uploads: UploadSlots;
  dataFolder: string;
}

/** Figures of this process and of the queue, in the text form of Prometheus. None is about a patient or an account. */
export function createMetrics({ store, uploads, generated, dataFolder }: MetricsParts) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'recon_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  new Gauge({
    name: 'recon_uploads_under_way',
    help: 'Bodies that this process receives',
    registers,
    collect() {
      this.set(uploads.underWay());
    },
  });
  new Gauge({
    name: 'recon_disk_free_bytes',
    help: 'Free on the disk of the data folder; photos may be refused below 200 MB',
    registers,
    async collect() {
      this.set(await freeBytes(dataFolder));
    },
  });
  new Gauge({
    name: 'recon_jobs',
    help: 'Generations that wait (queued) or are made (running), by all processes',
    labelNames: ['state'],
    registers,
    async collect() {
      const { db } = store;
      for (const state of ['queued', 'running']) {
        const jobs = db.selectFrom('jobs').where('state', '=', state).where('state', 'in', ['queued', 'running']);
        const { count } = await jobs.select((all) => all.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
        this.set({ state }, Number(count));
      }
    },
  });
  new Counter({
    name: 'recon_generations_total',
    help: 'Generations that have ended in this process, by outcome: ready or failed',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(generated)) this.inc({ outcome }, count);
    },
  });
  const backups = (name: string, help: string, figure: (known: KnownBackups) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(figure(await knownBackups(store.db)));
      },
    });
  backups(
    'recon_backup_made_timestamp_seconds',
    'The moment of the newest backup of this service; 0 if there is none',
    ({ made }) => (made === undefined ? 0 : Date.parse(made) / 1000),
  );
  backups(
    'recon_backup_in_trouble',
    '1 if the last backup failed, lacks files or has not ended within a day',
    (known) => (troubleOf(known, store.clock.now()) === undefined ? 0 : 1),
  );
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered: ({ method, route, status, ms }: Omit<AnsweredRequest, 'requestId' | 'account'>) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
  };
}
