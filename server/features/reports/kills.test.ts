import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { run } from '#server/db/rows.ts';
import {
  giveBackWhatTheDeadHeld,
  killWhileItReads,
  killWhileItWrites,
  sendThroughAKill,
} from '#server/test/kill-processes.ts';
import { openPost } from '#server/test/post.ts';
import type { Post } from '#server/test/post.ts';
import { one } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { smtpPeer } from '#server/test/smtp-peer.ts';

// In the short form `messages/kills.test.ts` kills those who write and send mails.
const isFull = process.env['PROOF'] === 'full';
const reports = 400;
const kills = 20;
const patience = { timeout: 600_000, interval: 50 };

/** So many account admins, each with a report of all students that was due yesterday. */
async function schedule({ pool }: Post) {
  await foundSchool(pool);
  await run(
    pool,
    sql`
      with admin as (
        insert into people (email_id, main_role, first_name)
        select 'admin' || n || '@office.test', 'admin', 'Admin ' || n from generate_series(1, ${reports}::integer) n
        returning id
      )
      insert into report_schedules (author_id, receiver_id, role, name, report, rhythm, next_on)
      select id, id, 'admin', 'Weekly', '{"list": "students", "last_period": false}', 'weekly', current_date - 2
      from admin
    `,
  );
}

const countOf = async ({ pool }: Post, counted: Sql) =>
  (await one<{ n: number }>(pool, sql`select count(*)::int as n from ${counted}`)).n;

test.runIf(isFull)(
  `each of ${reports} reports that are due leaves once through ${kills + 2} kills`,
  async () => {
    const post = await openPost();
    const peer = await smtpPeer();
    await schedule(post);
    const written = (condition: Sql) => countOf(post, sql`mails where kind = 'report' and ${condition}`);
    const due = () => countOf(post, sql`report_schedules where next_on <= current_date`);

    // No mail without its next day, and no next day without its mail: while the mails are written, then while the rows of
    // their files are read.
    await killWhileItWrites(post, { peerUrl: peer.url, table: 'mails', patience });
    expect([await written(sql`true`), await due()]).toEqual([0, reports]);
    await killWhileItReads(post, { peerUrl: peer.url, table: 'enrolments', patience });
    expect((await written(sql`true`)) + (await due())).toBe(reports);
    // At any other moment: from the start of the first mail to the sending of the last.
    for (let n = 1; n < kills; n += 1) {
      const processes = [await post.startProcess(peer.url), await post.startProcess(peer.url)];
      await wait(Math.random() * 200);
      for (const process of processes) await process.kill();
      expect((await written(sql`true`)) + (await due())).toBe(reports);
      await giveBackWhatTheDeadHeld(post, new Date());
    }

    // Six workers may each have heard a confirmation without noting it.
    await sendThroughAKill(post, { peer, boxes: reports, written, patience, copies: 6 * (kills + 2) });
    expect(await due()).toBe(0);
    for (const { files } of peer.accepted) {
      expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^students-.*\.xlsx$/)]);
      expect(files[0]!.content).toContain('xl/worksheets/sheet1.xml');
    }
  },
  900_000,
);
