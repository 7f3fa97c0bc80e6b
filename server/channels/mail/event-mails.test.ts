import { describe, expect, test, vi } from 'vitest';
import type { Db } from '../../db/pool.ts';
import { inTransaction } from '../../db/tx.ts';
import type { Post } from '../../test/post.ts';
import { many, run } from '../../test/rows.ts';
import { openPost, soon } from '../../test/post.ts';
import type { PeerAnswer } from '../../test/smtp-peer.ts';
import { smtpPeer } from '../../test/smtp-peer.ts';
import type { Mail } from './templates.ts';
import { eventMail } from './templates.ts';
import { samples } from './templates/samples.ts';

/** A course with an event and so many students. */
async function foundCourse({ pool }: Post, students: number) {
  const rows = await many<{ event_id: number; students: number[] }>(pool)`
    with admin as (
      insert into people (email_id, main_role, first_name) values ('admin@office.test', 'admin', 'Admin') returning id
    ), course as (
      insert into courses (course_name, course_image, course_duration, start_date)
      values ('Gita', '', 'yearly', '2026-01-05') returning id
    ), event as (
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
      select course.id, 'Talk', 'https://meet.test/a', '2036-01-05', '2036-01-05T12:30Z', '2036-01-05T13:30Z', admin.id
      from course, admin returning id
    ), student as (
      insert into people (email_id, main_role, first_name)
      select 'student' || n || '@office.test', 'student', 'S' || n from generate_series(1, ${students}) n returning id
    )
    select (select id from event) as event_id, array(select id from student order by id) as students
  `;
  const { event_id, students: ids } = rows[0]!;
  const event = {
    ...samples.event_published,
    event_id,
    starts_at: '2036-01-05T12:30:00.000Z',
    ends_at: '2036-01-05T13:30:00.000Z',
  };
  const mails = (kind: 'event_published' | 'event_canceled' = 'event_published'): Mail[] =>
    ids.map((person_id, n) =>
      eventMail(kind, event, {
        person_id,
        email_id: `student${n + 1}@office.test`,
        fullname: `S${n + 1}`,
        timezone: 'Asia/Kolkata',
      }),
    );
  return { event_id, students: ids, mails };
}

const takeBack = (post: Post, event_id: number) =>
  inTransaction(post.pool, (tx) => post.mailer.withdraw(tx, { event_id, kinds: ['event_published'] }));
const countsOf = async ({ pool }: Post) => {
  const rows = await many<{ state: string; n: number }>(pool)`
    select state, count(*)::int as n from mails group by state
  `;
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};
const recipientsOf = (people: readonly { readonly recipient: string }[]) =>
  people.map(({ recipient }) => recipient).toSorted();

describe('thousands of mails at once', () => {
  test('are written by a few statements, and rolled back with their change', async () => {
    const post = await openPost();
    const { mails } = await foundCourse(post, 3_000);
    const asked = mails();
    const statements: string[] = [];
    const counted = (tx: Db): Db =>
      new Proxy(tx, {
        get: (target, key) =>
          key === 'query'
            ? (query: never, values: never) => {
                statements.push('one');
                return target.query(query, values);
              }
            : Reflect.get(target, key),
      });

    const undone = inTransaction(post.pool, async (tx) => {
      await post.mailer.enqueueMany(tx, asked);
      throw new Error('changed our mind');
    });
    await expect(undone).rejects.toThrow('changed our mind');
    expect(await countsOf(post)).toEqual({});

    expect(await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(counted(tx), asked))).toBe(3_000);
    expect(statements.length).toBeLessThanOrEqual(12);
    expect(await countsOf(post)).toEqual({ queued: 3_000 });
    const rows = await many(post.pool)`
      select count(distinct data->>'mail')::int as jobs, count(*)::int as n, min(priority) as lowest
      from pgboss.job where name = 'mail'
    `;
    expect(rows).toEqual([{ jobs: 3_000, n: 3_000, lowest: 0 }]);
  });

  test('go to each student once, however often they are requested', async () => {
    const post = await openPost();
    const { mails } = await foundCourse(post, 40);
    const asked = mails();
    const added = await Promise.all(
      Array.from({ length: 4 }, () =>
        inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, [...asked, ...asked])),
      ),
    );
    expect(added.reduce((sum, n) => sum + n, 0)).toBe(40);
    const rows = await many(post.pool)`select count(*)::int as n from pgboss.job where name = 'mail'`;
    expect(rows).toEqual([{ n: 40 }]);
    // The shared part is compressed once, and each mail can be read.
    const packed = await post.pool.query(`select count(*)::int as n from mails where sealed like 'v2.%'`);
    expect(packed.rows).toEqual([{ n: 40 }]);

    const peer = await smtpPeer();
    await post.startWorker({ smtpUrl: peer.url, atOnce: 3 });
    await vi.waitFor(async () => expect(await countsOf(post)).toEqual({ sent: 40 }), soon);
    expect(new Set(peer.accepted.map(({ to }) => to)).size).toBe(40);
    const greeted = peer.accepted.filter(
      ({ to, text }) =>
        text.includes('Isha Upanishad') && new RegExp(`\\bS${/\d+/.exec(to)?.[0]}\\b`).test(text),
    );
    expect(greeted).toHaveLength(40);
    expect(peer.tried).toHaveLength(40);
    // One connection serves many.
    expect(peer.connections).toBeLessThanOrEqual(3);
  });

  test('do not stop at an unusable mailbox: its mail is in the log as failed', async () => {
    const post = await openPost();
    const { mails } = await foundCourse(post, 3);
    const [first, second, third] = mails();
    const odd = { ...second!, to: 'a,b@office.test' };
    expect(await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, [first!, odd, third!]))).toBe(
      3,
    );
    expect(await countsOf(post)).toEqual({ queued: 2, failed: 1 });
    const rows = await many(post.pool)`select recipient, failure, sealed from mails where state = 'failed'`;
    expect(rows).toEqual([
      { recipient: 'a,b@office.test', failure: expect.stringContaining('exactly one mailbox'), sealed: null },
    ]);
  });

  test('let a mail with a code pass first', async () => {
    const post = await openPost();
    const { mails } = await foundCourse(post, 30);
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
    await post.enqueue({
      kind: 'reset_code',
      to: 'asha@office.test',
      dedupeKey: 'reset:1',
      data: { email: 'asha@office.test', code: '4829', grant: 'g' },
    });
    const peer = await smtpPeer();
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(() => expect(peer.tried.length).toBeGreaterThanOrEqual(5), soon);
    expect(peer.tried.slice(0, 5).map(({ to }) => to)).toContain('asha@office.test');
  });

  test('about an event that is over are not sent', async () => {
    const post = await openPost();
    const { mails } = await foundCourse(post, 1);
    const [mail] = mails();
    const late = { ...mail!, data: { ...mail!.data, ends_at: '2020-01-05T13:30:00.000Z' } } as Mail;
    await post.enqueue(late);
    const peer = await smtpPeer();
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(async () => expect(await countsOf(post)).toEqual({ failed: 1 }), soon);
    expect(peer.tried).toEqual([]);
    const rows = await many(post.pool)`select failure, sealed from mails`;
    expect(rows).toEqual([{ failure: 'what it is about is over', sealed: null }]);
  });
});

describe('withdrawing mails', () => {
  test('returns those that had not left, and they are never sent', async () => {
    const post = await openPost();
    const { event_id, students, mails } = await foundCourse(post, 3);
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails('event_canceled').slice(0, 1)));

    const { withdrawn, told } = await takeBack(post, event_id);
    expect(withdrawn).toEqual(
      students.map((person_id, n) => ({
        person_id,
        recipient: `student${n + 1}@office.test`,
        kind: 'event_published',
      })),
    );
    expect(told).toEqual([]);
    expect(await takeBack(post, event_id)).toEqual({ withdrawn: [], told: [] });

    const peer = await smtpPeer();
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(async () => expect(await countsOf(post)).toEqual({ sent: 1, withdrawn: 3 }), soon);
    await vi.waitFor(async () => {
      const rows = await many(post.pool)`
        select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')
      `;
      expect(rows).toEqual([]);
    }, soon);
    expect(peer.tried.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Canceled: /)]);
    const rows = await many(post.pool)`select from mails where sealed is not null`;
    expect(rows).toEqual([]);
  });

  test('is rolled back with its change', async () => {
    const post = await openPost();
    const { event_id, mails } = await foundCourse(post, 1);
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
    const undone = inTransaction(post.pool, async (tx) => {
      await post.mailer.withdraw(tx, { event_id, kinds: ['event_published'] });
      throw new Error('changed our mind');
    });
    await expect(undone).rejects.toThrow('changed our mind');
    const peer = await smtpPeer();
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(() => expect(peer.accepted).toHaveLength(1), soon);
  });

  test.each<[string, PeerAnswer, 'sent' | 'withdrawn']>([
    ['delivered', null, 'sent'],
    ['refused, and then not tried again', { code: 451, text: 'later' }, 'withdrawn'],
  ])('counts a mail that a worker has as told; it is %s', async (_, answer, end) => {
    const post = await openPost();
    const { event_id, students, mails } = await foundCourse(post, 1);
    const peer = await smtpPeer();
    let decide = () => {};
    const held = new Promise<PeerAnswer>((resolve) => (decide = () => resolve(answer)));
    peer.atMessage = () => held;
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(() => expect(peer.tried).toHaveLength(1), soon);

    const taken = await takeBack(post, event_id);
    expect(taken.withdrawn).toEqual([]);
    expect(taken.told).toEqual([{ person_id: students[0], recipient: 'student1@office.test' }]);
    decide();
    await vi.waitFor(async () => expect(await countsOf(post)).toEqual({ [end]: 1 }), soon);
    expect(peer.tried).toHaveLength(1);
  });

  test('withdraws mails that a server has refused for now, and mails given up are not retried', async () => {
    const post = await openPost({ isPatient: true });
    const { event_id, mails } = await foundCourse(post, 2);
    const peer = await smtpPeer();
    peer.atMessage = () => ({ code: 451, text: 'later' });
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(async () => {
      const rows = await many(post.pool)`
        select tries, failure from mails where failure is not null and handed_over_at is null and state = 'queued'
      `;
      expect(rows).toEqual([
        { tries: 1, failure: expect.stringContaining('later') },
        { tries: 1, failure: expect.stringContaining('later') },
      ]);
    }, soon);
    await run(post.pool)`update mails set failed_at = now() where recipient = 'student1@office.test'`;
    const { withdrawn, told } = await takeBack(post, event_id);
    expect(recipientsOf(withdrawn)).toEqual(['student2@office.test']);
    expect(told).toEqual([]);
    const rows = await many<{ id: number }>(post.pool)`select id from mails where state = 'failed'`;
    expect(await post.mailer.retry(post.pool, [rows[0]!.id])).toBe(0);
  });

  test('counts a mail as told when the connection broke after the message', async () => {
    const post = await openPost({ isPatient: true });
    const { event_id, mails } = await foundCourse(post, 1);
    const peer = await smtpPeer();
    peer.atMessage = () => 'keep and cut';
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(async () => {
      const rows = await many(post.pool)`select from mails where failure is not null`;
      expect(rows).toHaveLength(1);
    }, soon);
    expect(recipientsOf((await takeBack(post, event_id)).told)).toEqual(['student1@office.test']);
  });

  test('a refusal after such a break does not prove that the mail did not arrive', async () => {
    const post = await openPost();
    const { event_id, mails } = await foundCourse(post, 1);
    const peer = await smtpPeer();
    peer.atMessage = () => (peer.tried.length === 1 ? 'keep and cut' : { code: 451, text: 'later' });
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
    await post.startWorker({ smtpUrl: peer.url });
    await vi.waitFor(async () => expect(await countsOf(post)).toEqual({ failed: 1 }), soon);
    expect(peer.accepted).toHaveLength(1);
    expect(recipientsOf((await takeBack(post, event_id)).told)).toEqual(['student1@office.test']);
  });

  test('makes a worker wait that wants the same mail, and it finds nothing to send', async () => {
    const post = await openPost();
    const { event_id, mails } = await foundCourse(post, 5);
    await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
    const peer = await smtpPeer();
    await inTransaction(post.pool, async (tx) => {
      const { withdrawn } = await post.mailer.withdraw(tx, { event_id, kinds: ['event_published'] });
      expect(withdrawn).toHaveLength(5);
      await post.startWorker({ smtpUrl: peer.url });
      await vi.waitFor(async () => {
        const rows = await many(post.pool)`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        `;
        expect(rows).toHaveLength(1);
      }, soon);
    });
    await vi.waitFor(async () => {
      const rows = await many(post.pool)`select from pgboss.job where name = 'mail' and state < 'completed'`;
      expect(rows).toEqual([]);
    }, soon);
    expect(peer.tried).toEqual([]);
    expect(await countsOf(post)).toEqual({ withdrawn: 5 });
  });

  test('while mails leave: each student either got one and counts as told, or got none', async () => {
    const runs = process.env['PROOF'] === 'full' ? 30 : 1;
    for (let run = 0; run < runs; run += 1) {
      const post = await openPost();
      const { event_id, mails } = await foundCourse(post, 60);
      const peer = await smtpPeer();
      // From time to time an attempt fails, surely or perhaps.
      let n = 0;
      peer.atMessage = () => {
        n += 1;
        if (n % 7 === 3) return { code: 451, text: 'later' };
        return n % 11 === 5 ? 'keep and cut' : null;
      };
      await inTransaction(post.pool, (tx) => post.mailer.enqueueMany(tx, mails()));
      await post.startWorker({ smtpUrl: peer.url, atOnce: 4 });
      await vi.waitFor(() => expect(peer.tried.length).toBeGreaterThan(5 + run * 5), soon);

      const { withdrawn, told } = await takeBack(post, event_id);
      const ended = async () => expect((await countsOf(post))['queued']).toBeUndefined();
      await vi.waitFor(ended, soon);
      const got = new Set(peer.accepted.map(({ to }) => to));
      expect(recipientsOf(withdrawn).filter((recipient) => got.has(recipient))).toEqual([]);
      const toldOf = new Set(recipientsOf(told));
      expect([...got].filter((recipient) => !toldOf.has(recipient))).toEqual([]);
      expect(withdrawn.length + told.length).toBe(60);
      // A second copy exists only where the connection broke after the first, with the same Message-ID.
      const copies = Map.groupBy(peer.accepted, ({ to }) => to);
      for (const same of copies.values())
        expect(new Set(same.map(({ messageId }) => messageId)).size).toBe(1);
    }
  });
});
