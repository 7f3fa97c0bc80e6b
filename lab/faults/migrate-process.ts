// Brings a database up to date and does nothing else, for faults that kill it.
import { migrate } from '../../server/db/migrate.ts';

await migrate({ connectionString: process.argv[2] });
process.exit();
