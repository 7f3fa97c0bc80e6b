import { addDays, instantAt, type Day } from './calendar.ts';
import { numbered } from './table.ts';

/** Each type of question with the mailboxes that get it; the last type has none yet. */
const types: readonly (readonly [name: string, mailboxes: readonly string[]])[] = [
  ['Admissions', ['admissions@gurukul.test', 'coordinator@gurukul.test']],
  ['Fees and Receipts', ['accounts@gurukul.test']],
  ['Class Timings', ['coordinator@gurukul.test', 'courseadmin@gurukul.test']],
  ['Children’s Courses', ['children@gurukul.test', 'coordinator@gurukul.test']],
  ['Sanskrit', ['sanskrit@gurukul.test']],
  ['Technical Help', ['help@gurukul.test', 'admin@gurukul.test', 'night.help@gurukul.test']],
  ['Events and Tickets', ['events@gurukul.test']],
  ['Donations', ['accounts@gurukul.test', 'admin@gurukul.test']],
  ['Publications', []],
];

export function enquiryRows(today: Day) {
  const created_at = instantAt(addDays(today, -400), 360);
  return {
    query_types: numbered(types.map(([name]) => ({ name, created_at }))),
    query_emails: numbered(
      types.flatMap(([, mailboxes], index) =>
        mailboxes.map((email_id) => ({ query_type_id: index + 1, email_id, created_at })),
      ),
    ),
  };
}
