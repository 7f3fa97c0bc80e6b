// The cost of a roll: in the log that goes to the standby, and in the tables.
import type { Pool } from '../faults/database.ts';
import { newKey, send } from '../faults/client.ts';
import type { ServerProcess } from '../faults/server-process.ts';
import { demoPassword } from '../../server/test/app.ts';
import { dayFromToday } from '../../server/test/small-school.ts';
import type { Staff } from './load.ts';

const rolls = 200;

export interface Weight {
  readonly students: number;
  /** Bytes of the write-ahead log for one roll. */
  readonly log: number;
  /** Bytes of the table and its indexes for one mark. */
  readonly mark: number;
  /** Bytes of the audit trail for one mark. */
  readonly trail: number;
}

/** Saves rolls one after the other, before other work, after a checkpoint. */
export async function weighRolls(owner: Pool, portal: ServerProcess, person: Staff): Promise<Weight> {
  const signedIn = await send(portal, 'accounts.login', { email_id: person.email, password: demoPassword });
  const token = String(signedIn.body['token']);
  const measure = async () => {
    const { rows } = await owner.query<{ log: string; marks: string; trail: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as log,
         pg_total_relation_size('attendance')::text as marks,
         (select sum(pg_total_relation_size(relid)) from (
           select 'audit_entries'::regclass as relid
           union all select relid from pg_partition_tree('audit_entries') where isleaf) parts)::text as trail`,
    );
    return rows[0]!;
  };
  await owner.query('checkpoint');
  const before = await measure();
  for (let n = 0; n < rolls; n += 1) {
    const marks = person.students.map((student_id) => ({
      student_id,
      attendance_status: 'present',
      seen: null,
    }));
    const input = {
      course_id: person.course,
      class_id: person.class,
      attendance_date: dayFromToday(-1 - n),
      marks,
    };
    const answer = await send(portal, 'attendance.save_roll', input, { token, key: newKey() });
    if (answer.status !== 200) throw new Error(`a roll was not saved: ${JSON.stringify(answer)}`);
  }
  const after = await measure();
  const marks = rolls * person.students.length;
  return {
    students: person.students.length,
    log: (Number(after.log) - Number(before.log)) / rolls,
    mark: (Number(after.marks) - Number(before.marks)) / marks,
    trail: (Number(after.trail) - Number(before.trail)) / marks,
  };
}
