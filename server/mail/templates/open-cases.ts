import type { CaseKind } from '@gurukul/contract/cases';
import { caseKinds } from '@gurukul/contract/cases';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { isPortalRole, roles } from '@gurukul/contract/shared/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, date, int, oneOf, row, text as words } from '../../db/columns.ts';
import type { Db } from '../../db/pool.ts';
import { many, maybeOne } from '../../db/rows.ts';
import { ownCases } from '../../http/scope.ts';
import { textsIn } from '../texts/index.ts';
import type { MailTexts } from '../texts/index.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { dayIn } from './event-times.ts';
import { inLine, isolated, pairOf } from './plain.ts';

/** How many cases stand in a mail. */
const mostLines = 20;
const longestName = 200;

interface OpenCase {
  readonly kind: CaseKind;
  readonly course_name: string | null;
  readonly class_name: string | null;
  /** yyyy-mm-dd */
  readonly due_on: string | null;
  readonly is_overdue: boolean;
}

interface KindOfCases {
  readonly kind: CaseKind;
  readonly count: number;
  readonly overdue: number;
}

export interface OpenCasesMailData {
  readonly owner_id: number;
  /** Read when the mail leaves; absent until then. Kinds have all cases, `lines` the first ones. */
  readonly open?: { readonly kinds: readonly KindOfCases[]; readonly lines: readonly OpenCase[] };
}

const ownerRow = row({ main_role: oneOf(roles), as_role: oneOf(roles).nullable() });
const kindRow = row({ kind: oneOf(caseKinds), count: int, overdue: int });
const caseRow = row({
  kind: oneOf(caseKinds),
  course_name: words.nullable(),
  class_name: words.nullable(),
  due_on: date.nullable(),
  is_overdue: bool,
});

const isOverdue = sql`(x.due_on < today_in_kolkata()) is true`;

/** Condition on `cases x`: the owner sees them in one of their roles, as on the page of cases, and they wait. Null: nobody. */
async function waitingCases(db: Db, ownerId: number): Promise<Sql | null> {
  const owner = await maybeOne(
    db,
    ownerRow,
    sql`select p.main_role, p.as_role from present_staff p where p.id = ${ownerId}`,
  );
  if (owner === null) return null;
  const inRole = (role: string | null) =>
    role !== null && isPortalRole(role) ? ownCases({ id: ownerId, role }) : sql`false`;
  return sql`
    x.owner_id = ${ownerId} and x.state = 'open' and (x.quiet_until > today_in_kolkata()) is not true
    and (${inRole(owner.main_role)} or ${inRole(owner.as_role)})
  `;
}

/** The mail with the cases that wait now; null when there are none, or the owner is gone. */
export async function withOpenCases(db: Db, data: OpenCasesMailData): Promise<OpenCasesMailData | null> {
  const which = await waitingCases(db, data.owner_id);
  if (which === null) return null;
  const kinds = await many(
    db,
    kindRow,
    sql`
      select x.kind, count(*) as count, count(*) filter (where ${isOverdue}) as overdue
      from cases x
      where ${which}
      group by x.kind
      order by overdue desc, count desc, x.kind
    `,
  );
  if (kinds.length === 0) return null;
  const lines = await many(
    db,
    caseRow,
    sql`
      select x.kind, c.course_name, k.class_name, x.due_on, ${isOverdue} as is_overdue
      from cases x
      left join courses c on c.id = x.course_id
      left join classes k on k.id = x.class_id
      where ${which}
      order by (${isOverdue}) desc, x.due_on, x.id
      limit ${mostLines}
    `,
  );
  return { ...data, open: { kinds, lines } };
}

function placeOf({ course_name: course, class_name: name }: OpenCase): string | null {
  if (course === null) return null;
  return name === null ? isolated(inLine(course, longestName)) : pairOf(name, course);
}

function lineOf(texts: MailTexts['openCases'], language: PortalLanguage, one: OpenCase): Fact {
  const { kind, due_on, is_overdue } = one;
  const day = due_on === null ? null : dayIn(language, due_on);
  const due = day === null ? texts.noDue : (is_overdue ? texts.overdue : texts.due)(day);
  const place = placeOf(one);
  return [texts.kinds[kind], place === null ? due : `${place}: ${due}`];
}

/** It names classes and courses, and no student: it passes through mailboxes. */
export function openCasesMail(
  { open = { kinds: [], lines: [] } }: OpenCasesMailData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn[language];
  const own = texts.openCases;
  const count = open.kinds.reduce((sum, one) => sum + one.count, 0);
  const overdue = open.kinds.reduce((sum, one) => sum + one.overdue, 0);
  const more = count - open.lines.length;
  return {
    subject: own.subject(nameOfProvider(provider), count),
    preview: own.preview,
    parts: [
      text(texts.greeting),
      text(own.body(count, overdue)),
      { kind: 'facts', facts: open.kinds.map((one): Fact => [own.kinds[one.kind], String(one.count)]) },
      { kind: 'facts', facts: open.lines.map((one) => lineOf(own, language, one)) },
      ...(more > 0 ? [text(own.more(more))] : []),
      { kind: 'button', label: own.button, url: `${appUrl}/cases` },
      note(own.why),
    ],
  };
}
