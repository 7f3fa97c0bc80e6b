import type { AskedAction } from '@gurukul/contract/approvals';
import { askedCalls, actionStates, exportHours } from '@gurukul/contract/approvals';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { bool, instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { createSeal } from '#server/seal.ts';
import { filterWords } from './filter-words.ts';
import { isAloneNow } from './on-admins.ts';

export const actionPurpose = 'gurukul asked deed';
/** What the sealed input is bound to. */
export const aboutOf = (askedBy: number): string => `${askedBy}`;

const actionRow = row({
  id: int,
  call: oneOf(askedCalls),
  kind: text,
  size: int.nullable(),
  about: text.nullable(),
  names: list(text),
  asked_by: text,
  asker_id: int,
  reason: text,
  asked_at: instant,
  decided_by: text.nullable(),
  decided_at: instant.nullable(),
  done_at: instant.nullable(),
  until: instant,
  alone_from: instant.nullable(),
  state: oneOf(actionStates),
  sealed: text.nullable(),
  can: object({ decide: bool, stop: bool, do: bool }),
});

/** Their input says which rows of a list they are about. */
const listCalls: ReadonlySet<AskedAction['call']> = new Set([
  'selection.save_change',
  'students.export_students',
  'payments.export_payments',
  'payments.export_tickets',
  'ledger.export_owing',
  'settlements.export_journal',
  'attendance.export_report',
  'attendance.export_history',
  'security.export_log',
  'reports.add_report',
]);

const isExport = sql`d.call like '%.export\_%'`;

/** The newest 200 of the last 90 days: all for an account admin, else the caller's own. */
export async function listActions(db: Db, { secretKey }: Config, person: Person): Promise<AskedAction[]> {
  const isOthers = sql`d.asked_by <> ${person.id} and ${person.role === 'admin'}`;
  const isAboutMe = sql`d.about_person_id is not distinct from ${person.id}::bigint`;
  const mayDecide = sql`(
    d.state in ('waiting', 'stopped') and ${isOthers} and not ${isAboutMe}
    and exists (select from present_staff s where s.id = d.asked_by)
  )`;
  const mayStop = sql`
    d.state in ('waiting', 'approved') and d.decided_at is null and ${isOthers} and (${isAboutMe} or d.state = 'approved')
  `;
  const actions = await many(
    db,
    actionRow,
    sql`
      with actions as (
        select d.*,
          case
            when d.is_approved and ${isExport} then d.decided_at + make_interval(hours => ${exportHours})
            else d.expires_at
          end as until
        from asked_deeds d
      ), told as (
        select d.*,
          case
            when d.done_at is not null and (not ${isExport} or d.until <= now()) then 'done'
            when d.is_approved = false then 'refused'
            when d.until <= now() then 'expired'
            when d.is_approved then 'approved'
            when d.stopped_at is not null then 'stopped'
            when ${isAloneNow} then 'approved'
            else 'waiting'
          end as state
        from actions d
      )
      select d.id, d.call, d.kind, d.size, about.fullname as about, d.asked_by as asker_id,
        case
          when ${mayDecide} then array(
            select p.fullname
            from unnest(d.first_people) with ordinality x (id, at)
            join people p on p.id = x.id
            order by x.at
          )
          else '{}'
        end as names, asker.fullname as asked_by, d.reason, d.asked_at,
        decider.fullname as decided_by, d.decided_at, d.done_at, d.until, d.alone_from, d.state,
        case when d.state = 'approved' and d.asked_by = ${person.id} or ${mayDecide} then d.sealed end as sealed,
        json_build_object(
          'decide', ${mayDecide},
          'stop', ${mayStop},
          'do', d.state = 'approved' and d.asked_by = ${person.id}
        ) as can
      from told d
      join people asker on asker.id = d.asked_by
      left join people decider on decider.id = d.decided_by
      left join people about on about.id = d.about_person_id
      where d.asked_at > now() - interval '90 days' and (${person.role === 'admin'} or d.asked_by = ${person.id})
      order by d.id desc
      limit 200
    `,
  );
  const seal = createSeal(secretKey, actionPurpose);
  const shown: AskedAction[] = [];
  for (const { sealed, asker_id: askerId, ...action } of actions) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was sealed
    const input = sealed === null ? null : (seal.open(sealed, aboutOf(askerId)) as Record<string, unknown>);
    const isList = action.can.decide && listCalls.has(action.call);
    shown.push({
      ...action,
      filter: isList ? await filterWords(db, input) : {},
      input: action.can.do ? input : null,
    });
  }
  return shown;
}
