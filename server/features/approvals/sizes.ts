import type { AskedCall, WaitingCall } from '@gurukul/contract/approvals';
import { payments } from '@gurukul/contract/payments';
import { privacy } from '@gurukul/contract/privacy';
import { provider } from '@gurukul/contract/provider';
import { selection } from '@gurukul/contract/selection';
import { students } from '@gurukul/contract/students';
import type { Call } from '@gurukul/contract/shared/call';
import type * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import type { Person } from '#server/http/handlers.ts';
import { listAdmins } from '#server/mail/admins.ts';
import { readSettings } from '#server/provider/settings.ts';
import { listPaymentIds, listTicketIds } from '../payments/queries.ts';
import { soonerOf } from '../privacy/retention.ts';
import { selectedKeys } from '../selection/plan.ts';
import { exportedKeys } from '../students/export.ts';
import type { StudentKey } from '../students/listing.ts';
import { listingOf } from '../students/lists.ts';

/** How large a deed is. `null`: it needs no second person; `always`: it does at any size. */
export interface DeedSize {
  readonly size: number | 'always';
  readonly kind?: string;
  readonly aboutId?: number;
  /**
   * The rows that it takes or ends, in any order. An approval is for exactly these. Absent: the input alone says what
   * happens, or has a digest that the call compares.
   */
  readonly rows?: readonly (number | string)[];
  /** Whom it concerns, where they are students. */
  readonly people?: readonly number[];
}

interface Asked<C extends Call> {
  readonly call: C;
  readonly sizeOf: (db: Db, person: Person, input: z.output<C['input']>) => Promise<DeedSize | null>;
}

const asked = <C extends Call>(call: C, sizeOf: Asked<C>['sizeOf']): Asked<C> => ({ call, sizeOf });

const courseadminOf = ({ id, role }: Person) => (role === 'admin' ? null : id);

/** A deed of the size of its rows. */
const sizeOfRows = (rows: readonly (number | string)[]): DeedSize => ({ size: rows.length, rows });

const studentsIn = (keys: readonly StudentKey[]) => [
  ...new Set(keys.map(({ student_id: student }) => student)),
];

/** Each reads the same rows as its call. */
const table = {
  'selection.save_change': asked(selection.save_change, async (db, person, { selected, change }) => {
    if (change.kind !== 'delete') return null;
    const { keys } = await selectedKeys(db, person, selected);
    const people = studentsIn(keys);
    return { size: people.length, kind: change.kind, people };
  }),
  'students.export_students': asked(students.export_students, async (db, person, input) => {
    const keys = await exportedKeys(db, listingOf(courseadminOf(person), input), input.rows);
    const people = studentsIn(keys);
    const rows = keys.map(({ student_id: student, enrolment_id: enrolment }) => `${student} ${enrolment}`);
    return { size: people.length, people, rows };
  }),
  'payments.export_payments': asked(
    payments.export_payments,
    async (db, person, { format: _format, ...filter }) =>
      sizeOfRows(await listPaymentIds(db, { ...filter, courseadminId: courseadminOf(person) })),
  ),
  'payments.export_tickets': asked(
    payments.export_tickets,
    async (db, _person, { format: _format, ...filter }) => sizeOfRows(await listTicketIds(db, filter)),
  ),
  'privacy.erase_person': asked(privacy.erase_person, async (_db, _person, { user_id: aboutId, preview }) =>
    preview === true ? null : { size: 'always', aboutId },
  ),
  'privacy.save_retention': asked(privacy.save_retention, async (db, _person, { days }) =>
    Object.keys(await soonerOf(db, days)).length > 0 ? { size: 'always' } : null,
  ),
  // Else one person alone could switch the rule off. Where nobody else is left, they can.
  'provider.save_settings': asked(provider.save_settings, async (db, person, wanted) => {
    const { second_person_above: now } = await readSettings(db);
    const next = wanted.second_person_above;
    const isLooser = now !== null && next !== undefined && (next === null || next > now);
    return isLooser && (await hasOthers(db, person)) ? { size: 'always' } : null;
  }),
} satisfies { readonly [Name in Exclude<AskedCall, WaitingCall>]: unknown };

/** Whether there is another account admin who could approve. */
export const hasOthers = async (db: Db, { id }: Person): Promise<boolean> =>
  (await listAdmins(db)).some((admin) => admin.id !== id);

// Each call is parsed by its own schema before its own function gets the input.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-explicit-any
const byName = table as unknown as Readonly<Record<string, Asked<any> | undefined>>;

export const askedOf = (name: string) => byName[name];
