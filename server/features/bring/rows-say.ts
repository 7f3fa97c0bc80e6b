import type { BringColumn } from '@gurukul/contract/shared/files/bring-layouts';
import { plainHeading as plain } from '@gurukul/contract/shared/files/find-columns';

/* Who the rows of a table are. A column about teachers stands in a list of students too. */

type Rows = readonly (readonly string[])[];

export const namesOf: readonly BringColumn[] = ['full_name', 'first_name', 'last_name', 'username'];
/** What lists of teachers do not say of them. */
const ofStudents: readonly BringColumn[] = ['since', 'gender', 'dob', 'language', 'mark'];

const ofTeacher = /^(?:nameof(?:the)?)?(?:teacher|instructor|tutor|acharya|guru|faculty)s?(?:name)?$/u;
/** The column with the names of teachers; -1: there is none. */
export const teacherNamesAt = (header: readonly string[]) =>
  header.findIndex((heading) => ofTeacher.test(plain(heading)));

const isStudent = /student|pupil|learner|participant|devotee|child/u;

/** Each row is a teacher, with an address of their own. */
export function areTeachers(
  header: readonly string[],
  places: ReadonlyMap<BringColumn, number>,
  rows: Rows,
): boolean {
  const differ = (some: readonly number[], of = rows) =>
    new Set(of.map((row) => some.map((place) => row[place]?.toLowerCase() ?? '').join(' ')).filter(Boolean))
      .size;
  const address = places.get('teacher_email');
  const own = places.get('email_id');
  const teachers = teacherNamesAt(header);
  const names = namesOf.flatMap((column) => places.get(column) ?? []).filter((place) => place !== teachers);
  if (ofStudents.some((column) => places.has(column))) return false;
  if (address === undefined) {
    return own !== undefined && names.length === 0 && teachers !== -1 && differ([teachers]) >= differ([own]);
  }
  if (own !== undefined || names.some((place) => isStudent.test(plain(header[place] ?? '')))) return false;
  // Students of one teacher share their address. Of teachers one row in four may have a wrong one.
  const addressed = rows.filter((row) => row[address]);
  return differ(names, addressed) - differ([address], addressed) <= addressed.length / 4;
}

const amount = /^(?:amount|amountpaid|paidamount|amountreceived|feepaid|fee|total|netamount)$/u;
const payment = /^(?:payment|transaction|txn|order|receipt|razorpay|utr)(?:id|no|number|ref|reference)?$/u;
const dayOfPayment = /^(?:paid(?:on|at)|date(?:ofpayment)?|paymentdate|transactiondate|created(?:at|on))$/u;

/** Each row is a payment: a sum, with its number or its day. */
export const arePayments = (header: readonly string[]): boolean => {
  const said = header.map(plain);
  return (
    said.some((each) => amount.test(each)) &&
    said.some((each) => payment.test(each) || dayOfPayment.test(each))
  );
};
