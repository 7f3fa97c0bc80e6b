// Backs up a PostgreSQL of one's own by deploy/pgbackrest.conf, as docs/operations.md says, and restores it to a second:
// a portal makes the schema, rows are written, a full backup and a differential one are made, an action goes wrong, the disk
// is lost. As root, with Debian's packages:
//
//   apt-get install postgresql pgbackrest
//   node lab/pgbackrest.ts [<scratch folder>]
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort, startServer } from './faults/server-process.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const home = '/usr/lib/postgresql';
const bin = join(home, readdirSync(home).toSorted().at(-1) ?? '', 'bin');
const scratch = mkdtempSync(join(process.argv[2] ?? '/var/tmp', 'gurukul-pgbackrest-'));
const cluster = join(scratch, 'cluster');
const repository = join(scratch, 'repository');
const conf = join(scratch, 'pgbackrest.conf');
const port = await freePort();

/** A command as the user postgres; its failure ends the trial. */
function asPostgres(...words: readonly string[]): string {
  const done = spawnSync('runuser', ['-u', 'postgres', '--', ...words], { encoding: 'utf8', cwd: scratch });
  if (done.status !== 0) throw new Error(`${words.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
const backRest = (...words: readonly string[]) =>
  asPostgres('pgbackrest', `--config=${conf}`, '--stanza=gurukul', ...words);
const pgCtl = (...words: readonly string[]) => {
  // Without a file for its output, the database would hold this program's.
  asPostgres('sh', '-c', `'${bin}/pg_ctl' -D '${cluster}' -w -l '${scratch}/log' ${words.join(' ')}`);
};

const login = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
async function ask(text: string, database = 'gurukul'): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(login('postgres', database));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the portal, asks whether it is well, and stops it. */
async function portalIsWell(): Promise<boolean> {
  const server = await startServer({
    isMortal: true,
    env: {
      DATA_DIR: join(scratch, 'data'),
      DATABASE_URL: login('gurukul', 'gurukul'),
      DATABASE_OWNER_URL: login('gurukul_owner', 'gurukul'),
      SECRET_KEY: 'k'.repeat(40),
      ADMIN_EMAIL: 'you@example.org',
      ADMIN_PASSWORD: 'Own@Pass2026',
    },
  });
  await server.ready();
  const { status } = await fetch(`${server.url}/api/health`);
  await server.stop();
  return status === 200;
}

function hold(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`does not hold: ${what}`);
  process.stdout.write(`holds: ${what}\n`);
}

const types = async () => {
  const [row] = await ask(
    `select coalesce(string_agg(type, ' ' order by id), '') as types from course_types`,
  );
  return String(row?.['types']);
};
const add = (type: string) => ask(`insert into course_types (type) values ('${type}')`);

try {
  spawnSync('chown', ['postgres:', scratch]);
  for (const folder of [repository, join(scratch, 'data')]) mkdirSync(folder);
  spawnSync('chown', ['postgres:', repository]);
  const settings = readFileSync(join(project, 'deploy/pgbackrest.conf'), 'utf8')
    .replace('repo1-path=/var/lib/pgbackrest', `repo1-path=${repository}`)
    .replace('\nrepo1-cipher-pass=\n', `\nrepo1-cipher-pass=${randomBytes(36).toString('base64')}\n`)
    .replace(/^pg1-path=.*$/m, `pg1-path=${cluster}\npg1-port=${port}\npg1-socket-path=${scratch}`)
    .replace('[global]', `[global]\nlock-path=${scratch}/locks\nspool-path=${scratch}/spool`);
  writeFileSync(conf, settings, { mode: 0o644 });

  const wanted = ['--data-checksums', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust'];
  asPostgres(`${bin}/initdb`, '-D', cluster, '-U', 'postgres', ...wanted);
  const server = [
    `listen_addresses = '127.0.0.1'`,
    `port = ${port}`,
    `unix_socket_directories = '${scratch}'`,
    'archive_mode = on',
    `archive_command = 'pgbackrest --config=${conf} --stanza=gurukul archive-push %p'`,
    'archive_timeout = 60',
  ];
  writeFileSync(join(cluster, 'postgresql.conf'), `${server.join('\n')}\n`, { flag: 'a' });
  pgCtl('start');
  for (const statement of [
    'create role gurukul_owner login createrole',
    'create role gurukul login',
    `create database gurukul owner gurukul_owner encoding 'UTF8' locale 'C.UTF-8' template template0`,
  ])
    await ask(statement, 'postgres');
  hold('the portal makes its schema there', await portalIsWell());

  backRest('stanza-create');
  backRest('check');
  await add('full');
  backRest('--type=full', 'backup');
  await add('differential');
  backRest('--type=diff', 'backup');
  await add('log');
  await wait(1_100);
  const [now] = await ask(`select to_char(date_trunc('second', now()), 'YYYY-MM-DD HH24:MI:SSOF') as at`);
  await wait(1_000);
  await ask('delete from course_types');
  await add('wrong');
  await ask('select pg_switch_wal()', 'postgres');
  // The archive has it when the count of failures stands and the last part has gone.
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await ask(
      `select coalesce(last_archived_wal, '') >= pg_walfile_name(pg_current_wal_lsn() - 1) as is_done from pg_stat_archiver`,
    );
    if (row?.['is_done'] === true) break;
    await wait(100);
  }
  const found = spawnSync('grep', ['-rl', 'differential', repository]).stdout.toString();
  hold('the repository is encrypted', found === '');
  backRest('verify');

  pgCtl('-m', 'immediate', 'stop');
  rmSync(cluster, { recursive: true });
  asPostgres('mkdir', '-m', '0700', cluster);
  backRest('--type=time', `--target=${String(now?.['at'])}`, '--target-action=promote', 'restore');
  pgCtl('start');
  for (let tries = 0; tries < 300; tries += 1) {
    const [row] = await ask('select pg_is_in_recovery() as recovers');
    if (row?.['recovers'] === false) break;
    await wait(100);
  }
  hold(
    `it comes back as it was at ${String(now?.['at'])}`,
    (await types()).endsWith('full differential log'),
  );
  hold('the portal serves from it', await portalIsWell());

  await add('again');
  backRest('--type=full', 'backup');
  backRest('--type=full', 'backup');
  const full = backRest('info').match(/full backup: /g) ?? [];
  hold('two full backups stay', full.length === 2);
} finally {
  spawnSync('runuser', ['-u', 'postgres', '--', `${bin}/pg_ctl`, '-D', cluster, '-m', 'immediate', 'stop']);
  rmSync(scratch, { recursive: true, force: true });
}
