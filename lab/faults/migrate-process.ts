// Only migrates a database, for faults that kill it.
import { migrate } from '../../server/db/migrate.ts';

await migrate({ connectionString: process.argv[2] });
process.exit();
