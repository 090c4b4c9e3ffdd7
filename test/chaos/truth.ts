import { sql } from 'kysely';
import { systemClock } from '../../src/clock.ts';
import { openStore } from '../../src/service/open-store.ts';

const TRIGGERS = {
  create: 'AFTER INSERT ON patients BEGIN INSERT INTO deeds VALUES (@deed, NEW.id);',
  fields: 'AFTER UPDATE OF city ON patients BEGIN INSERT INTO deeds VALUES (@deed, NEW.id);',
  size: 'AFTER UPDATE OF height ON patients BEGIN INSERT INTO deeds VALUES (@deed, NEW.id);',
  reconstruction: 'AFTER INSERT ON reconstructions BEGIN INSERT INTO deeds VALUES (@deed, NEW.patient_id);',
  accept: 'AFTER UPDATE OF accepted ON reconstructions BEGIN INSERT INTO deeds VALUES (@deed, NEW.patient_id);',
  after: 'AFTER INSERT ON afters BEGIN INSERT INTO deeds VALUES (@deed, NEW.patient_id);',
  delete: 'AFTER INSERT ON tombstones BEGIN INSERT INTO deeds VALUES (@deed, NEW.patient_id);',
  transfer: 'AFTER UPDATE OF owner_id ON patients BEGIN INSERT INTO deeds VALUES (@deed, NEW.id);',
  invite: 'AFTER INSERT ON invitations BEGIN INSERT INTO deeds VALUES (@deed, NEW.patient_id);',
};

/** What a change leaves in the service's database, once each time it is made. */
export type Deed = keyof typeof TRIGGERS;

/**
 * Counts how often each change was really made, by triggers in the service's own database: an answer, a list or a log
 * might leave one out or tell one twice.
 */
export async function openTruth(dataFolder: string) {
  const { db } = await openStore(dataFolder, systemClock);
  await sql`CREATE TABLE deeds (deed TEXT, patient_id INTEGER)`.execute(db);
  for (const [deed, trigger] of Object.entries(TRIGGERS)) {
    await sql.raw(`CREATE TRIGGER deed_${deed} ${trigger.replace('@deed', `'${deed}'`)} END`).execute(db);
  }
  const count = async (query: ReturnType<typeof sql<{ times: number }>>) => {
    const { rows } = await query.execute(db);
    return Number(rows[0]!.times);
  };
  return {
    times: (deed: Deed, patientId: number) =>
      count(sql`SELECT count(*) AS times FROM deeds WHERE deed = ${deed} AND patient_id = ${patientId}`),
    patientsNamed: (name: string) => count(sql`SELECT count(*) AS times FROM patients WHERE name = ${name}`),
    reconstructionsOf: (name: string) =>
      count(
        sql`SELECT count(*) AS times FROM deeds JOIN patients ON patients.id = deeds.patient_id
            WHERE deed = 'reconstruction' AND patients.name = ${name}`,
      ),
    /** Gives a patient a face reconstruction that is ready, without a file: no model is made here any more. */
    addModel: async (patientId: number) => {
      await db
        .insertInto('reconstructions')
        .values({
          ...{ patient_id: patientId, type: 'face', provider: 4, slot: 'current', status: 'has_3d', accepted: 0 },
          ...{ given_measures: '{}', measures: '{}', certainty: null, reason: null, created_at: 1, updated_at: 1 },
        })
        .execute();
    },
    namesAndTimes: async () => {
      const { rows } = await sql<{ name: string; times: number }>`
        SELECT name, count(*) AS times FROM patients GROUP BY name`.execute(db);
      return new Map(rows.map(({ name, times }) => [name, Number(times)]));
    },
    close: () => db.destroy(),
  };
}

export type Truth = Awaited<ReturnType<typeof openTruth>>;
