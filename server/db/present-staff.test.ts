import { expect, test } from 'vitest';
import { kindsOf } from '../test/names-staff.ts';
import { sqlTemplates } from '../test/sql-templates.ts';

// Suspended means absent: somebody of the staff who is suspended does nothing, gets nothing and counts for nothing. A
// query that asks who is here reads the view `present_staff`. This test walks the SQL of the server for queries that
// name staff and read `people` instead.

const commands = 'A command of the operator, on the machine itself';
const offices = 'A page or a list of the office, which shows the suspended too';
const suspends = 'Suspends, lets in again, and says who is suspended';
const history = 'History stays readable';
const classes = 'The classes of a suspended teacher stay theirs, with the name';
const condition = 'A condition on `people p` that queries of `present_staff p` use';
const families = 'Students and their families, where one of the staff may be a parent';

/** Queries that read `people` for a reason, by file: how many, and the reason. */
const exceptions: Readonly<Record<string, readonly [number, string]>> = {
  'admin/access.ts': [4, commands],
  'admin/check-data.ts': [2, commands],
  'channels/mail/behind.ts': [2, families],
  'channels/mail/prove.ts': [3, families],
  'channels/mail/queries.ts': [1, 'Notes whose mail it is, and sends nothing; `claimMail` asks for presence'],
  'channels/mail/readers.ts': [1, 'Students and staff; asks for both dates itself'],
  'channels/mail/reminders.ts': [1, classes],
  'db/staff.ts': [1, offices],
  'features/access/admins.ts': [2, offices],
  'features/access/second-roles.ts': [2, offices],
  'features/access/suspend.ts': [3, suspends],
  'features/access/ways-in.ts': [1, offices],
  'features/accounts/email-changes.ts': [
    2,
    'An account admin withdraws a change, and the old address refuses it, also for somebody suspended; the lock asks for presence in all other cases',
  ],
  'features/accounts/invites.ts': [
    1,
    'Reads in which role the invited person is, after the look-up of their account',
  ],
  'features/accounts/queries.ts': [2, offices],
  'features/approvals/on-admins.ts': [
    4,
    'Other account admins count while they are suspended, since they may come back',
  ],
  'features/approvals/routes.ts': [1, 'Who asked hears that somebody stopped it'],
  'features/audit/timeline.ts': [1, history],
  'features/cases/queries.ts': [2, condition],
  'features/certificates/finish.ts': [1, 'Students of a course'],
  'features/checkouts/take.ts': [1, families],
  'features/checks/checks.ts': [1, 'Checks of somebody suspended stand, since they may come back'],
  'features/checks/volunteers.ts': [1, 'The same'],
  'features/classes/class-cards.ts': [1, classes],
  'features/consents/consents.ts': [1, 'A student and their guardians'],
  'features/courses/queries.ts': [1, condition],
  'features/dashboards/queries.ts': [1, offices],
  'features/dashboards/today-queries.ts': [
    3,
    'Today says that the teacher of a class is suspended, from whose mailbox a mail came back, and whose check ends',
  ],
  'features/duplicates/people.ts': [1, families],
  'features/events/audience.ts': [1, families],
  'features/figures/lists.ts': [1, classes],
  'features/invitations/routes.ts': [
    1,
    'Lists everybody who is invited; the state of an invitation asks for presence',
  ],
  'features/ledger/payer.ts': [1, families],
  'features/likeness/behind-phones.ts': [1, families],
  'features/mails/marked.ts': [1, offices],
  'features/messages/audience.ts': [1, 'Students, or teachers who are here'],
  'features/messages/send.ts': [1, 'The address of the caller'],
  'features/my-page/written-addresses.ts': [3, families],
  'features/openid/identities.ts': [1, 'Whether the account that signs in is that of an admin'],
  'features/openid/services.ts': [1, offices],
  'features/people/colleague.ts': [1, offices],
  'features/people/course-admins.ts': [4, offices],
  'features/people/delete-person.ts': [2, offices],
  'features/privacy/erase.ts': [1, offices],
  'features/privacy/who.ts': [1, offices],
  'features/receipts/queries.ts': [2, families],
  'features/registrations/decide.ts': [1, families],
  'features/reports/queries.ts': [
    4,
    'A report of somebody suspended rests, that of others who are gone ends; conditions on receivers who are here',
  ],
  'features/search/queries.ts': [1, offices],
  'features/staff/other-life.ts': [1, 'Says on the page of a student that they work here'],
  'features/staff/queries.ts': [
    4,
    'Lists and pages of the office; where teachers are chosen, the caller leaves out who is not here (`listPresent`)',
  ],
  'features/student-import/queries.ts': [1, families],
  'features/students/people-like.ts': [1, families],
  'features/students/queries.ts': [2, 'Names who teaches a class; finds the page of a course admin'],
  'features/students/written-person.ts': [1, 'Somebody suspended keeps their sign-in address'],
  'features/views/queries.ts': [1, 'Whether a filter of a saved view names somebody whose page opens'],
  'first-data.ts': [1, 'Whether this is the demo'],
  'http/identity/factor-rule.ts': [1, 'A condition on the person of a session'],
  'http/identity/scope.ts': [
    3,
    'The page of a teacher, a note on a student, and who once associated a teacher',
  ],
  'http/identity/sign-in.ts': [
    1,
    'The look-up of each request, also of sessions of students, asks for both dates itself',
  ],
  'http/limits/sweep.ts': [1, 'Keeps the invitations of somebody who may still come back'],
};

test('a query that names staff reads those who are here, or says why not', async () => {
  const found = (await sqlTemplates()).flatMap(({ text, ...place }) => {
    const kinds = kindsOf(text);
    return kinds.length === 0 ? [] : [{ ...place, kinds }];
  });
  const byFile = Map.groupBy(found, ({ file }) => file);
  const unexplained = found
    .filter(({ file }) => byFile.get(file)?.length !== exceptions[file]?.[0])
    .map(({ file, line, kinds }) => `${file}:${line} ${kinds.join(' ')}`);
  expect(unexplained).toEqual([]);
  expect(Object.keys(exceptions)).toEqual([...byFile.keys()]);
});

test.each([
  ['living', 'select p.id from people p where p.id = ${id} and p.deleted_at is null'],
  ['living', 'select id from people where deleted_at is null'],
  ['living', 'update x set y = 1 from people asker where asker.id = x.asked_by and asker.deleted_at is null'],
  ['living', 'exists (select from people by where by.id = i.invited_by and by.deleted_at is null)'],
  ['living', 'p.deleted_at is null and p.fullname = ${name}'],
  ['role', "select p.id from people p where 'teacher' in (p.main_role, p.as_role)"],
  ['role', 'select id from people where main_role = ${role}'],
  ['address', 'select owner.email_id from keys k join people owner on owner.id = k.created_by'],
  ['suspended', 'select s.id from people s where s.suspended_at is null'],
])('that is a query of the kind "%s": %s', (kind, text) => {
  expect(kindsOf(text)).toContain(kind);
});

test.each([
  "select p.id from people p where p.main_role = 'student' and p.deleted_at is null",
  'select p.fullname from marks m join people p on p.id = m.student_id and p.deleted_at is null',
  'select by.fullname from changes c left join people by on by.id = c.person_id',
  "select s.email_id from present_staff s where 'teacher' in (s.main_role, s.as_role)",
  'select email_id from people where id = ${person.id}',
])('that is no such query: %s', (text) => {
  expect(kindsOf(text)).toEqual([]);
});
