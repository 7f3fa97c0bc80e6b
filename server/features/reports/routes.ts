import { randomUUID } from 'node:crypto';
import type { reports } from '@gurukul/contract/reports';
import { reportsMax } from '@gurukul/contract/reports';
import sql from 'sql-template-tag';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { requireProof } from '#server/http/identity/step-up.ts';
import { addressFrom } from '#server/http/requests/require-https.ts';
import { countRows, recordReport } from '#server/security-log/of-calls.ts';
import { reportKeys } from './make-file.ts';
import { clockOf, nextAfter } from './periods.ts';
import {
  addressOf,
  countOf,
  deleteReport,
  findReport,
  listReceivers,
  listReports,
  pauseReport,
  receiversOf,
  roleOf,
  saveReport,
} from './queries.ts';

const success = { status: 200, message: 'success' } as const;

export const reportsHandlers: Handlers<typeof reports> = {
  async list_reports(_input, { db, person }) {
    return { ...success, data: await listReports(db, person) };
  },

  async get_receivers(asked, { db, person }) {
    if (asked.list === 'attendance') await scope(db, person).class(asked.course_id, asked.class_id ?? 0);
    const found = await listReceivers(db, person, asked);
    return { ...success, data: found.map(({ user_id, fullname }) => ({ user_id, fullname })) };
  },

  async add_report({ name, rhythm, report, receiver, also_to: others }, { db, person, provider }) {
    const receiverId = receiver ?? person.id;
    if (receiverId !== person.id && person.role !== 'admin') throw fail('not_found');
    const role = receiverId === person.id ? person.role : await roleOf(db, receiverId);
    if (role === null) throw fail('not_found');
    // Teachers have no list of students or payments with money in it.
    if (role === 'teacher' && report.list !== 'attendance') throw fail('not_allowed');
    if (report.list === 'attendance') await scope(db, person).class(report.course_id, report.class_id);
    const receivers = [{ receiverId, role }, ...(await receiversOf(db, person, report, others))];
    for (const one of receivers)
      if ((await countOf(db, one.receiverId)) >= reportsMax) throw fail('reports_full');
    const { time_zone: zone } = await provider.read();
    const nextOn = nextAfter(clockOf(zone, new Date()).day, rhythm);
    const ids: number[] = [];
    for (const one of receivers)
      ids.push(await saveReport(db, person, { name, report, rhythm, ...one, nextOn }));
    return { ...success, data: { report_id: ids[0]!, next_on: nextOn } };
  },

  async pause_report({ report_id, is_paused }, { db, person, provider }) {
    if (!is_paused) requireProof(person);
    const found = await findReport(db, person, report_id);
    if (found === null) throw fail('not_found');
    const { day } = clockOf((await provider.read()).time_zone, new Date());
    await pauseReport(db, person, report_id, is_paused, sql`${nextAfter(day, found.rhythm)}::date`);
    return success;
  },

  async delete_report({ report_id }, { db, person }) {
    if ((await deleteReport(db, person, report_id)) === 0) throw fail('not_found');
    return success;
  },

  async send_report({ report_id }, { db, pool, config, person, provider, mail, request }) {
    const found = await findReport(db, person, report_id);
    if (found === null) throw fail('not_found');
    const { report, rhythm } = found;
    const { day } = clockOf((await provider.read()).time_zone, new Date());
    const { length: rows } = await reportKeys(db, person, report, { rhythm, day });
    await mail.enqueue(db, {
      kind: 'report',
      to: await addressOf(db, person.id),
      dedupeKey: `report_now:${randomUUID()}`,
      person_id: person.id,
      data: {
        receiver_id: person.id,
        role: person.role,
        report,
        rhythm,
        day,
        // What has been let through may grow a little until the mail leaves.
        most: found.most === null ? null : Math.max(found.most, 2 * rows),
      },
    });
    await recordReport(db, { personId: person.id, from: addressFrom(request), report: report_id, rows });
    await countRows({ pool, mail, config }, person.id, rows);
    return success;
  },
};
