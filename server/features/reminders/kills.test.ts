import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { run } from '#server/db/rows.ts';
import { dayZone } from '#server/test/day-zone.ts';
import { killWhileItWrites, sendThroughAKill } from '#server/test/kill-processes.ts';
import { openPost } from '#server/test/post.ts';
import type { Post } from '#server/test/post.ts';
import { one } from '#server/test/rows.ts';
import { smtpPeer } from '#server/test/smtp-peer.ts';

// In the short form `messages/kills.test.ts` kills those who write mails, and `twelve-weeks.test.ts` reminds in two processes.
const isFull = process.env['PROOF'] === 'full';
const readers = 1_000;
const kills = 20;
const patience = { timeout: 600_000, interval: 50 };

/** A class that begins in forty minutes, one in ten of whom shares a mailbox with the one before. */
const foundClass = ({ pool }: Post, size: number) =>
  run(
    pool,
    sql`
      with course as (
        insert into courses (course_name, course_image, course_duration, start_date, status)
        values ('Gita', '', 'yearly', current_date - 30, 'published') returning id
      ), class as (
        insert into classes (course_id, class_name, reminders) select id, 'Morning', '{day,hour}' from course
        returning id, course_id
      ), slot as (
        insert into class_slots (class_id, course_id, class_day, local_time, time_zone)
        select class.id, class.course_id, trim(to_char(s.start, 'day')), s.start::time, 'UTC'
        from class, (select date_trunc('minute', now() at time zone 'UTC') + interval '40 minutes' as start) s
        returning id
      ), student as (
        insert into people (email_id, main_role, first_name, timezone)
        select 'student' || (n - (n % 10 = 0)::integer) || '@office.test', 'student', 'S' || n, ${dayZone()}
        from generate_series(1, ${size}::integer) n returning id
      )
      insert into enrolments (student_id, course_id, class_id, started_on)
      select student.id, class.course_id, class.id, current_date - 30 from student, class, slot
    `,
  );

test.runIf(isFull)(
  `each of ${readers} readers is reminded once through ${kills} kills and two processes`,
  async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    await foundClass(post, readers);
    const boxes = readers - readers / 10;
    const written = async (condition: Sql) =>
      (
        await one<{ n: number }>(
          post.pool,
          sql`select count(*)::int as n from mails where kind = 'meeting_reminder' and ${condition}`,
        )
      ).n;
    for (let n = 1; n < kills; n += 1) {
      await killWhileItWrites(post, { peerUrl: peer.url, table: 'mails', patience });
      expect(await written(sql`true`)).toBe(0);
    }
    await sendThroughAKill(post, { peer, boxes, written, patience });
  },
  900_000,
);
