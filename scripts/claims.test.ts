import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

/*
 * Sentences of screens that claim how something stands, each with a test that makes it false. Those of mails are in
 * server/channels/mail/claims.test.ts.
 */

const claims: Readonly<Record<string, { readonly by: string; readonly test: string }>> = {
  'access.requests.none class-page.line.empty duplicates.none ledger.owing.empty ledger.none ledger.course.none receipts.statement.none':
    { by: 'web/ui/table/data-table.test.tsx', test: 'no rows are No Records' },
  'homework.nonePending': {
    by: 'web/features/homework/homework-page.test.tsx',
    test: 'an empty list at %s says that nothing waits',
  },
  'dashboards.today.lamp.lit dashboards.today.calm.office dashboards.today.calm.teacher': {
    by: 'web/features/dashboards/lamp.test.tsx',
    test: 'the lamp says so, and of older rolls it says nothing',
  },
  'dashboards.today.calmTitle': {
    by: 'server/features/dashboards/today.test.ts',
    test: 'is gone when everybody is marked, not before',
  },
  'common.nothingWasNew enquiries.mappings.nothing student-import.doneTitle': {
    by: 'server/features/student-import/student-import.test.ts',
    test: 'the same file again adds nothing and leaves no import behind',
  },
  'common.sent mails.states.sent messages.detail.columns.at invitations.columns.sent invitations.resent invitations.invite.done my-page.sent':
    {
      by: 'server/features/mails/mails.test.ts',
      test: 'counts as kept and not sent, and people who see it in the log can read it',
    },
  'receipts.actions.sent receipts.actions.sentLink': {
    by: 'web/features/receipts/use-receipt-actions.test.tsx',
    test: 'a receipt of which only a link leaves (%s) is told so',
  },
  'checks.numberHint': {
    by: 'server/features/checks/checks.test.ts',
    test: 'keep their numbers from course admins, from the history and from the database',
  },
  'registrations.none': {
    by: 'server/features/registrations/registrations.test.ts',
    test: 'places one, tells the family, and takes it back',
  },
  'cover.acceptFor cover.offers.lead': {
    by: 'server/features/cover/cover.test.ts',
    test: 'gives the meeting to the first who accepts, and all hear of it',
  },
  'cover.withdrawOwn cover.withdrawFor': {
    by: 'server/features/cover/cover.test.ts',
    test: 'is taken back when the teacher recovers',
  },
  'events.ask.againNobody events.ask.sendNobody events.panel.registerLead': {
    by: 'web/features/events/action-questions.test.tsx',
    test: 'undoing a cancel says which mails it sends after all, and which people it would tell',
  },
  'family-page.done.absent family-page.done.coming family-page.done.replied family-page.done.homework family-page.reply.hint':
    {
      by: 'server/features/dashboards/families.test.ts',
      test: 'waits in Today of the teacher and the office until one of them has seen it',
    },
  'family-page.money.paid family-page.money.nothing ledger.settled ledger.nothingCharged ledger.paid ledger.waive.all ledger.credit.none':
    {
      by: 'server/features/ledger/proof.test.ts',
      test: 'of random actions (PROOF_SEED=${seed}) balances after each',
    },
  'ledger.course.noPrice': {
    by: 'server/features/ledger/ledger.test.ts',
    test: 'a course without a price has no debtors, and says so',
  },
  'waiting-rolls.none waiting-rolls.conflict waiting-rolls.conflictOwn waiting-rolls.left': {
    by: 'e2e/roll-call.e2e.ts',
    test: 'without a network: the app opens, the roll is called, kept over a reload, and sent once',
  },
  'student.mails.reasons.not_there_then messages.detail.notThere': {
    by: 'server/features/messages/messages.test.ts',
    test: 'reaches nobody who left or was deleted in between, and somebody who came',
  },
  'family-page.done.absentOffice family-page.done.comingOffice': {
    by: 'server/features/my-page/my-page.test.ts',
    test: 'goes to the office alone where the class has no teacher, and the page says so',
  },
  'family-page.done.agreed family-page.done.withdrawn': {
    by: 'server/features/consents/by-version.test.ts',
    test: 'shows what is asked, takes a yes and a no, and asks anew about a new text',
  },
  'family-page.done.hasPaid': {
    by: 'server/features/checkouts/checkouts.test.ts',
    test: 'never says paid before the service has told it, and leads the own device to its page',
  },
  'provider.pay.test': {
    by: 'server/features/checkouts/checkouts.test.ts',
    test: 'say the test mode aloud, and money of it pays for nothing',
  },
  'calendar-page.nothingChanged': {
    by: 'web/features/calendar/calendar-page.test.tsx',
    test: 'a week and its days without a change say so, and not that nothing is there',
  },
  'views.savedForOffice': {
    by: 'web/features/views/saved-views.test.tsx',
    test: 'a view is saved for the whole office with filters, columns and order, and offers Undo',
  },
};

/** They have the words of a claim and tell what something does, or what one may do. */
const others = new Set(
  `calendar.lead courses.columns.statusHelp family-page.code.why mails.preview.html meetings.join.hint
  meetings.recording.hint payment-by-hand.refund.cancelAll role-reach.lead setup.roll.text student-import.remarked student-import.allSiblings
  views.isReset`.split(/\s+/u),
);

const claimWords =
  /\b(?:every(?:thing|body| roll)|all(?: \w+)?) (?:is|are|has|have)\b|\bevery roll of\b|\brolls of .* are called\b|\bnothing (?:needs|waits|is open|is charged|was new|has changed)\b|\bnobody (?:owes|waits|needs|seems)\b|\b(?:has|have) (?:been (?:sent|saved)|arrived)\b|\bsees? (?:it|that you)\b|\bup to date\b|\b(?:was|were) sent\b|sent successfully|\bgoes to \{|\bpaid in\b|^(?:sent|paid)$|\b(?:is|are) imported\b/iu;

/** Mails, help and the history have their own tests, or claim nothing. */
const elsewhere = /^(?:mail-templates|help|audit|actions|languages)\./u;

function* textsOf(value: unknown, key: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [key, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      yield* textsOf(inner, `${key}.${name.replace(/\(.*/u, '')}`);
}

const claimed = globSync('contract/texts/*.en.json').flatMap((file) => {
  const name = basename(file, '.en.json');
  return elsewhere.test(`${name}.`)
    ? []
    : [...textsOf(JSON.parse(readFileSync(file, 'utf8')), name)].filter(
        ([key, text]) => !others.has(key) && !text.startsWith('@:') && claimWords.test(text),
      );
});
const listed = Object.keys(claims).flatMap((keys) => keys.split(' '));

test('each sentence of a screen that claims a state is listed', () => {
  expect(claimed.filter(([key]) => !listed.includes(key))).toEqual([]);
});

test.each(Object.entries(claims))('%s are made false by a test', (_, { by, test: title }) => {
  expect(readFileSync(by, 'utf8')).toContain(title);
});

test('no listed sentence has gone', () => {
  const there = new Set(
    globSync('contract/texts/*.en.json').flatMap((file) =>
      [...textsOf(JSON.parse(readFileSync(file, 'utf8')), basename(file, '.en.json'))].map(([key]) => key),
    ),
  );
  expect([...listed, ...others].filter((key) => !there.has(key))).toEqual([]);
});
