// Opens a PostgreSQL database, which upgrades it, and tells when it is open: `open-postgres.mjs URL`.
import { openPostgresDatabase } from '../../../src/service/storage/postgres/postgres-database.ts';

const database = await openPostgresDatabase(process.argv[2]!);
process.stdout.write('open\n');
await database.close();
