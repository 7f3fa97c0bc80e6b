import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { run } from '#server/db/rows.ts';
import { killWhileItWrites, sendThroughAKill } from '#server/test/kill-processes.ts';
import { one } from '#server/test/rows.ts';
import { openPost } from '#server/test/post.ts';
import type { Post } from '#server/test/post.ts';
import { smtpPeer } from '#server/test/smtp-peer.ts';

const isFull = process.env['PROOF'] === 'full';
const readers = isFull ? 5_000 : 300;
const kills = isFull ? 20 : 2;
const patience = { timeout: 600_000, interval: 50 };

/** A message to everybody of a class, one in ten of whom shares a mailbox with the one before. */
async function writeToClass({ pool }: Post, size: number) {
  const { id } = await one<{ id: number }>(
    pool,
    sql`
      with author as (
        insert into people (email_id, main_role, first_name) values ('admin@office.test', 'admin', 'Admin') returning id
      ), course as (
        insert into courses (course_name, course_image, course_duration, start_date, status)
        values ('Gita', '', 'yearly', current_date - 30, 'published') returning id
      ), class as (
        insert into classes (course_id, class_name) select id, 'Morning' from course returning id, course_id
      ), student as (
        insert into people (email_id, main_role, first_name, timezone)
        select 'student' || (n - (n % 10 = 0)::integer) || '@office.test', 'student', 'S' || n, 'Asia/Kolkata'
        from generate_series(1, ${size}::integer) n returning id
      ), place as (
        insert into enrolments (student_id, course_id, class_id, started_on)
        select student.id, class.course_id, class.id, current_date - 30 from student, class returning class_id
      )
      insert into messages (author_id, author_role, subject, body, audience, course_id, class_id, digest, send_at, next_at)
      select author.id, 'admin', 'News', '<p>Namaste {name}, {class}</p>', jsonb_build_object('class_id', class.id),
        class.course_id, class.id, '', now(), now()
      from author, class
      where (select count(*) from place) > 0
      returning id
    `,
  );
  return id;
}

test(`each of ${readers} readers gets the message once through ${kills} kills and two processes`, async () => {
  const post = await openPost();
  const peer = await smtpPeer();
  const id = await writeToClass(post, readers);
  const boxes = readers - readers / 10;
  const written = async (condition: Sql) =>
    (
      await one<{ n: number }>(
        post.pool,
        sql`select count(*)::int as n from mails where message_id = ${id} and ${condition}`,
      )
    ).n;
  for (let n = 1; n < kills; n += 1) {
    // A process that waited too long has put the message off.
    await run(post.pool, sql`update messages set next_at = now() where next_at is not null`);
    await killWhileItWrites(post, {
      peerUrl: peer.url,
      table: n % 2 === 0 ? 'mails' : 'message_readers',
      patience,
    });
    expect(await written(sql`true`)).toBe(0);
  }
  await sendThroughAKill(post, { peer, boxes, written, patience });
  const told = await one<{ readers: number; students: number; mails: number }>(
    post.pool,
    sql`
      select count(*)::int as readers, count(distinct student_id)::int as students, count(distinct mail_id)::int as mails
      from message_readers where message_id = ${id}
    `,
  );
  expect(told).toEqual({ readers, students: readers, mails: boxes });
});
