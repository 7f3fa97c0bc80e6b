// `npm run backup -- <new folder>` and `npm run restore -- <backup>`: the data folder is DATA_DIR, as for the server.
import { ConfigError, readConfig } from '../config.ts';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

// Ctrl-C once: what was begun is given up in order, a database that was started for it is stopped. Twice: at once.
const asked = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => asked.abort(new StartError('stopped before it was done')));
}

async function main([deed, folder]: readonly string[]): Promise<string> {
  if ((deed !== 'make' && deed !== 'restore') || folder === undefined) {
    throw new StartError('say which folder: npm run backup -- <new folder>, npm run restore -- <backup>');
  }
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl !== null) {
    throw new StartError(
      'DATABASE_URL names a database of your own: back it up with its own tools, together with the files and SECRET_KEY',
    );
  }
  if (deed === 'make') {
    const { bytes } = await makeBackup(dataDir, folder, asked.signal);
    return `Backed up ${dataDir} to ${folder}: ${megabytes(bytes)}.`;
  }
  const { people, made_at } = await restoreBackup(folder, dataDir, asked.signal);
  return `Restored ${folder} of ${made_at} to ${dataDir}: ${people} people. Start the portal with npm start.`;
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  const isKnown = error instanceof StartError || error instanceof ConfigError || codeOf(error) !== undefined;
  const text = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
