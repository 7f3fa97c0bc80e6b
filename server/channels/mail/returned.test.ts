import { describe, expect, test } from 'vitest';
import { mailboxIn, oneReason, readReturned, saysNobodyThere } from './returned.ts';

const meansOf = (kind: string | null, status: string | number | null, reason = '') => {
  const read = readReturned({ address: 'a@b.test', kind, status, reason });
  return typeof read === 'string' ? read : read.means;
};

describe('a report about a mail', () => {
  test.each<[string | null, string | number | null, string, string]>([
    // Somebody still tries.
    ['soft', null, '4.4.1 Connection timed out, will retry until 3 Dec', 'delayed'],
    ['soft', '4.4.1', '', 'delayed'],
    ['delayed', '4.2.2', 'mailbox full', 'delayed'],
    ['Delayed', null, 'smtp; 451 4.7.1 Greylisted', 'delayed'],
    ['deferred', null, '', 'delayed'],
    [null, null, '451 4.3.0 temporary failure', 'delayed'],
    [null, '4.4.2', '', 'delayed'],
    ['soft', null, 'Greylisted, try again later', 'delayed'],
    ['hard', '4.4.1', 'Will be retried until Thursday', 'delayed'],
    // Nobody tries any more, and nothing says that the address is wrong.
    ['soft', '5.2.2', 'mailbox full', 'gave_up'],
    ['soft', '4.2.2', 'mailbox full; giving up', 'gave_up'],
    ['soft', null, '452 4.2.2 over quota, message expired', 'gave_up'],
    ['soft', '4.4.7', '', 'gave_up'],
    ['soft', null, '', 'gave_up'],
    ['hard', '4.4.1', '', 'gave_up'],
    ['failed', '4.4.7', 'delivery time expired', 'gave_up'],
    ['hard', '5.2.2', '', 'gave_up'],
    ['hard', null, '552 mailbox full', 'gave_up'],
    ['hard', null, 'Mailbox is full', 'gave_up'],
    ['hard', null, '550 5.7.1 Message rejected as spam', 'gave_up'],
    ['hard', '5.3.4', 'message too big', 'gave_up'],
    ['hard', '5.1.8', 'bad sender address', 'gave_up'],
    ['soft', '5.0.0', '', 'gave_up'],
    // Nobody is there, also when the service calls it soft: class 5 is permanent.
    ['hard', null, '550 5.1.1 No such user', 'hard'],
    ['hard', null, '', 'hard'],
    [null, null, '', 'hard'],
    [null, '5.1.1', '', 'hard'],
    ['soft', '5.1.1', '', 'hard'],
    ['HARD', '5.1.10', 'null MX', 'hard'],
    ['permanent', '5.2.1', 'mailbox disabled', 'hard'],
    ['hard', '5.01.001', '', 'hard'],
    ['hard', 550, '', 'hard'],
    ['hard', null, '550-5.1.1 The account does not exist\n550 5.1.1 try again? no', 'hard'],
    ['hard', null, 'host mx.b.test[10.5.2.2] said: 550 5.1.1 <a@b.test>: unknown', 'hard'],
    ['hard', null, '550 No such user here', 'hard'],
    ['hard', '5.4.4', 'Host or domain name not found', 'hard'],
    ['failed', '5.0.0', '', 'hard'],
    // The kind alone counts.
    ['complaint', '5.1.1', '', 'complaint'],
    ['abuse', null, '', 'complaint'],
    ['delivered', null, '250 2.0.0 OK', 'delivered'],
    ['relayed', '2.0.0', '', 'delivered'],
    [null, '2.1.5', '', 'delivered'],
    // Asked back rather than guessed.
    ['hard', '2.0.0', '', 'contradiction'],
    ['delivered', '5.1.1', '', 'contradiction'],
    ['bogus', '5.1.1', '', 'unknown_kind'],
  ])('%s, %s, %s means %s', (kind, status, reason, means) => {
    expect(meansOf(kind, status, reason)).toBe(means);
  });

  test.each([
    ['a@b.test', 'a@b.test'],
    ['rfc822; a@b.test', 'a@b.test'],
    ['RFC822;A@B.Test', 'a@b.test'],
    ['utf-8; ఆశ@b.test', 'ఆశ@b.test'],
    ['<a@b.test>', 'a@b.test'],
    ['rfc822; <a@b.test>', 'a@b.test'],
    ['Asha Rao <A@b.test>', 'a@b.test'],
    ['"Rao, Asha" <a@b.test>', 'a@b.test'],
    ['mailto:a@b.test', 'a@b.test'],
    [' a@b.test. ', 'a@b.test'],
    ['\u200ea@b.test\u200b', 'a@b.test'],
    ['a@b.test, c@b.test', null],
    ['eta @', null],
    ['', null],
  ])('names the mailbox of %j', (written, mailbox) => {
    expect(mailboxIn(written)).toBe(mailbox);
  });

  test.each([
    ['<0123456789abcdef0123456789ABCDEF@portal.test>', undefined],
    ['Message-ID: <0123456789abcdef0123456789abcdef@portal.test>', undefined],
    ['<other@elsewhere.test>', 'no_mail_of_ours'],
    ['', 'no_address'],
  ])('without an address needs a Message-ID of ours: %j', (message_id, problem) => {
    const read = readReturned({ address: 'eta @', message_id });
    expect(typeof read === 'string' ? read : undefined).toBe(problem);
  });

  test('has a reason of one line that is not too long', () => {
    expect(oneReason('550 5.1.1\r\n\tNo such\u0000 user\u202e')).toBe('550 5.1.1 No such user');
    expect(oneReason(`${'x'.repeat(499)}😀${'y'.repeat(200)}`)).toBe(`${'x'.repeat(499)}\ufffd`);
  });

  test.each([
    ['550 5.1.1 no such user', true],
    ['550 5.7.1 relaying denied', false],
    ['550 no such user', false],
    ['421 4.3.2 try later', false],
    ['connect ETIMEDOUT 5.1.1.4:25', false],
  ])('of the mail server marks the address only when its code says so: %s', (failure, marks) => {
    expect(saysNobodyThere(failure)).toBe(marks);
  });
});
