import sql from 'sql-template-tag';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '#server/db/rows.ts';
import { whatsappQueue } from '#server/jobs/queues.ts';
import { giveBackWhatTheDeadHeld } from '#server/test/kill-processes.ts';
import { openPost } from '#server/test/post.ts';
import type { Post } from '#server/test/post.ts';
import { many } from '#server/test/rows.ts';
import { openWhatsAppPeer } from '#server/test/whatsapp-peer.ts';

const isFull = process.env['PROOF'] === 'full';
const readers = isFull ? 1_000 : 60;
const kills = isFull ? 20 : 2;
const patience = { timeout: 600_000, interval: 50 };

/** A message to students who all agreed. */
const writeToAll = ({ pool }: Post) =>
  run(
    pool,
    sql`
      with author as (
        insert into people (email_id, main_role, first_name) values ('admin@office.test', 'admin', 'Admin') returning id
      ), course as (
        insert into courses (course_name, course_image, course_duration, start_date, status)
        values ('Gita', '', 'yearly', current_date - 30, 'published') returning id
      ), student as (
        insert into people (email_id, main_role, first_name, timezone, phone_number)
        select '', 'student', 'S' || n, 'Asia/Kolkata', '+91' || (9000000000 + n) from generate_series(1, ${readers}::integer) n
        returning id, phone_number
      ), agreed as (
        insert into whatsapp_consents (person_id, number, how, recorded_by)
        select student.id, substr(student.phone_number, 2), 'paper_form', author.id from student, author
      ), place as (
        insert into enrolments (student_id, course_id, started_on)
        select student.id, course.id, current_date - 30 from student, course
      )
      insert into messages (author_id, author_role, subject, body, audience, course_id, digest, send_at, next_at, whatsapp)
      select author.id, 'admin', 'News', '<p>Namaste {name}</p>', jsonb_build_object('course_id', course.id), course.id, '',
        now(), now(), true
      from author, course
    `,
  );

test(`none of ${readers} texts leaves twice through ${kills} kills and two processes`, async () => {
  const peer = await openWhatsAppPeer();
  onTestFinished(() => peer.close());
  const post = await openPost({ whatsapp: peer.config });
  await writeToAll(post);

  // Those are accepted, and their sender is killed, or cut off, before it hears so.
  let isHolding = true;
  let held = 0;
  let died = new Date();
  peer.atText = async () => {
    if (!isHolding) return null;
    held += 1;
    return new Promise(() => undefined);
  };
  await post.startProcess(null);
  for (let n = 1; n <= kills; n += 1) {
    const victim = await post.startProcess(null);
    await vi.waitFor(() => expect(held).toBe(2), patience);
    await victim.kill();
    died = new Date();
    isHolding = false;
    const before = peer.tried.length;
    peer.cutAll();
    await vi.waitFor(() => expect(peer.tried.length).toBeGreaterThan(before + readers / 20), patience);
    held = 0;
    isHolding = n < kills;
  }
  const states = () =>
    many<{ state: string; n: number }>(
      post.pool,
      sql`
        select case when unsure_at is not null then 'unknown' else state end as state, count(*)::int as n
        from mails where channel = 'whatsapp' group by 1 order by 1
      `,
    );
  await vi.waitFor(async () => {
    await giveBackWhatTheDeadHeld(post, died, whatsappQueue);
    expect(await states()).toEqual([
      { state: 'sent', n: readers - 2 * kills },
      { state: 'unknown', n: 2 * kills },
    ]);
  }, patience);
  expect(peer.tried.length).toBe(readers);
  expect(new Set(peer.tried.map(({ to }) => to)).size).toBe(readers);
});
