// The image with its embedded database, by the words of docs/operations.md: start, health, stop, backup, upgrade, the
// way back, and a restore to a moment.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newKey, send } from '../faults/client.ts';
import { freePort } from '../faults/server-process.ts';
import { until } from '../faults/until.ts';
import type { Engine, Image, Program } from './image.ts';
import { hold, volume } from './image.ts';

const admin = { email_id: 'admin@example.org', password: 'Own@Pass2026' };

interface Tags {
  readonly scratch: string;
  readonly old: string;
  readonly new: string;
}

export async function tryAlone(engine: Engine, image: Image, tags: Tags): Promise<void> {
  const containers = { old: engine.container(tags.old), new: engine.container(tags.new) };
  const folder = (name: string) => {
    rmSync(join(tags.scratch, name), { recursive: true, force: true });
    return volume(join(tags.scratch, name));
  };
  const data = folder('data');
  const backups = folder('backups');
  const port = await freePort();
  const env = {
    APP_URL: 'https://portal.localhost',
    TRUSTED_PROXY: '127.0.0.1',
    // Nothing here writes a mail, and nobody would take one.
    SMTP_URL: 'smtps://mail.localhost',
    SECRET_KEY: 'k'.repeat(40),
    ADMIN_EMAIL: admin.email_id,
    ADMIN_PASSWORD: admin.password,
    PORT: String(port),
  };
  const portal = {
    url: `http://127.0.0.1:${port}`,
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'portal.localhost' },
  };
  const running = new Set<Program>();

  /** A program in a container, with a data folder and the backups. */
  function start(which: 'old' | 'new', command: readonly string[], more: object = {}, at = data): Program {
    const volumes = { '/data': at, '/backups': backups, '/before': data };
    const program = engine.start(containers[which], command, { env: { ...env, ...more }, volumes });
    running.add(program);
    void program.ended.then(() => running.delete(program));
    return program;
  }
  async function once(which: 'old' | 'new', words: readonly string[], more: object = {}, at = data) {
    const program = start(which, ['node', 'server/backup/main.ts', ...words], more, at);
    const code = await program.ended;
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${program.output()}`);
    return program.output();
  }
  async function serve(which: 'old' | 'new', more: object = {}, at = data): Promise<Program> {
    const program = start(which, image.Cmd, more, at);
    const isReady = () => /is ready at /.test(program.output());
    let code: number | null = null;
    void program.ended.then((ended) => (code = ended));
    await until('the portal starts', () => isReady() || code !== null, { withinMs: 120_000 });
    if (!isReady()) throw new Error(`it ended with ${code}:\n${program.output()}`);
    return program;
  }
  /** As an engine stops a container. */
  async function stop(program: Program): Promise<{ code: number; ms: number }> {
    const asked = performance.now();
    process.kill(program.pid(), image.StopSignal);
    return { code: await program.ended, ms: performance.now() - asked };
  }
  const health = async (which: 'old' | 'new', more: object = {}) =>
    start(which, image.Healthcheck.Test.slice(1), more).ended;

  async function signIn(): Promise<string> {
    const { status, body } = await send(portal, 'accounts.login', admin);
    if (status !== 200) throw new Error(`no sign-in: ${status} ${JSON.stringify(body)}`);
    return String(body['token']);
  }
  const add = (token: string, type: string) =>
    send(portal, 'courses.add_course_type', { id: null, type }, { token, key: newKey() });
  /** All types of courses, by an addition that the list has too. */
  async function typesAfter(marker: string): Promise<string[]> {
    const { status, body } = await add(await signIn(), marker);
    if (status !== 200) throw new Error(`not saved: ${status} ${JSON.stringify(body)}`);
    return [...JSON.stringify(body).matchAll(/"type":"([^"]+)"/g)].map(([, type]) => type ?? '');
  }

  try {
    let server = await serve('old');
    hold('the older image starts in an empty volume', true);
    hold('the health command of the image finds it well', (await health('old')) === 0);
    hold('and says so when nothing answers', (await health('old', { PORT: '1' })) === 1);

    // Four people save without a pause until it stops.
    const token = await signIn();
    const saved: string[] = [];
    const over = new AbortController();
    const people = ['a', 'b', 'c', 'd'].map(async (who) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const type = `${who}${turn}`;
        const { status } = await add(token, type);
        if (status === 200) saved.push(type);
        // The budget of a session is 600 calls in a minute.
        await wait(30);
      }
    });
    await until('people work', () => saved.length > 40);
    const ended = await stop(server);
    over.abort();
    await Promise.all(people);
    const seconds = (ended.ms / 1000).toFixed(1);
    hold(`it stops by its signal without an error, in ${seconds} s`, ended.code === 0 && ended.ms < 60_000);
    server = await serve('old');
    const kept = new Set(await typesAfter('first'));
    const lost = saved.filter((type) => !kept.has(type));
    hold(`none of ${saved.length} acknowledged saves is lost`, lost.length === 0, lost.join(' '));

    await once('old', ['make', '/backups/2026-11-21']);
    await typesAfter('after the backup');
    await stop(server);

    server = await serve('new', { BACKUP_DIR: '/backups' });
    hold(
      'the newer image works on the data of the older one',
      (await typesAfter('second')).includes('first'),
    );
    await once('new', ['nightly'], { BACKUP_DIR: '/backups' });
    const parts = await fetch(`${portal.url}/api/health/all`);
    const isWell = parts.status === 200 && (await health('new')) === 0;
    hold('after its first nightly backup all its parts are well', isWell, await parts.text());
    await typesAfter('third');
    await wait(1_100);
    const moment = new Date().toISOString().slice(0, 19).replace('T', ' ');
    await wait(1_000);
    await typesAfter('too late');
    await stop(server);

    const refused = start('old', image.Cmd);
    const code = await refused.ended;
    const isRefused = code === 1 && refused.output().includes('the database belongs to a newer Gurukul');
    hold('the older image refuses the data of the newer one', isRefused, refused.output());

    // Back to the previous version: its image, the backup of before, an empty volume.
    const back = folder('back');
    await once('old', ['restore', '/backups/2026-11-21'], {}, back);
    server = await serve('old', {}, back);
    const old = await typesAfter('back');
    hold('the backup of before comes back', old.includes('first') && !old.includes('after the backup'));
    await stop(server);

    const restored = folder('restored');
    await once('new', ['restore', '/backups', '/before', '--to', moment], {}, restored);
    server = await serve('new', { BACKUP_DIR: '/backups' }, restored);
    const then = await typesAfter('again');
    hold(`it comes back as it was at ${moment}`, then.includes('third') && !then.includes('too late'));
    const last = await stop(server);
    hold('it stops without an error', last.code === 0, server.output());
  } finally {
    for (const program of running) await stop(program);
    for (const container of Object.values(containers)) engine.remove(container);
  }
}
