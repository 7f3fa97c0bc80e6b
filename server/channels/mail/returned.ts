import type { BounceKind, BounceProblem } from '@gurukul/contract/mails';
import { readMail } from '@gurukul/contract/shared/written/mail';

/*
 * Reads what a mail service says about a mail that it sent: the kind, and the status code of RFC 3463. The code says what
 * is wrong, and the kind says whether somebody still tries.
 */

/** `gave_up`: this mail did not arrive, and the next one may. `hard`: nobody is at the address. */
export type Meaning = 'delivered' | 'delayed' | 'gave_up' | 'hard' | 'complaint';

/** The Action of RFC 3464 and the Feedback-Type of RFC 5965 stand beside our own words. */
const kinds: Readonly<Record<string, BounceKind>> = {
  hard: 'hard',
  failed: 'hard',
  permanent: 'hard',
  soft: 'soft',
  transient: 'soft',
  temporary: 'soft',
  delayed: 'delayed',
  deferred: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
  complaint: 'complaint',
  spam: 'complaint',
  abuse: 'complaint',
  fraud: 'complaint',
};

/** Subject and detail of the codes 5.x.x that say that nobody is at the address. Of 5.1 all others are about the address. */
const aboutSender = new Set([7, 8, 9]);
const nobodyThere = new Set(['2.1', '4.1', '4.4']);
/** Replies of RFC 5321 without a code of RFC 3463. */
const replies: Readonly<Record<string, string>> = {
  452: '2.2',
  550: '1.1',
  551: '1.6',
  552: '2.2',
  553: '1.3',
};

const fullWords = /mailbox (?:is )?full|over ?quota|quota (?:is )?exceeded|exceeded .{0,20}quota/i;
const tryingWords =
  /will (?:be )?retr|still (?:being )?(?:tr|retr)|do not (?:need to )?resend|try(?:ing)? again|retry until|greylist|deferred|delayed/i;
const overWords =
  /giv(?:ing|en?|es) up|gave up|expired|too long|too old|no longer retr|not be retried|will not retry|final attempt/i;

interface Code {
  /** 2, 4 or 5. */
  readonly ofClass: string;
  /** `1.1` of 5.1.1; null of a reply that says no more. */
  readonly detail: string | null;
}

/** The first code in a text; an address of the internet or a version is none. */
function codeIn(text: string): Code | null {
  const [, ofClass, detail] = /(?<![\w.])([245])\.(\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(text) ?? [];
  if (ofClass !== undefined && detail !== undefined) {
    return { ofClass, detail: detail.replaceAll(/\b0+(?=\d)/g, '') };
  }
  const [, reply] = /(?:^|[;:]\s*)([245][0-5]\d)(?=[\s-]|$)/.exec(text) ?? [];
  return reply === undefined ? null : { ofClass: reply.charAt(0), detail: replies[reply] ?? null };
}

/** What a code 5.x.x says about the address; without details the kind says it. */
function ofPermanent(detail: string | null, kind: BounceKind | null): Meaning {
  const [subject, number] = (detail ?? '0.0').split('.').map(Number);
  if (subject === 0) return kind === 'soft' ? 'gave_up' : 'hard';
  const isDead = subject === 1 ? !aboutSender.has(number ?? 0) : nobodyThere.has(detail ?? '');
  return isDead ? 'hard' : 'gave_up';
}

/** Null: the code says that it arrived, and the kind that it did not. */
function meaningOf(kind: BounceKind | null, code: Code | null, reason: string): Meaning | null {
  if (kind === 'complaint') return kind;
  if (code?.ofClass === '2' || kind === 'delivered') {
    const isAgreed = (code?.ofClass ?? '2') === '2' && (kind ?? 'delivered') === 'delivered';
    return isAgreed ? 'delivered' : null;
  }
  const isOver = overWords.test(reason);
  if (kind === 'delayed') return 'delayed';
  if (code?.ofClass === '5') return ofPermanent(code.detail, kind);
  const isTried = tryingWords.test(reason) && !isOver;
  if (code?.ofClass === '4') {
    // 4.4.7: the time to deliver has expired.
    if (isTried) return 'delayed';
    return isOver || code.detail === '4.7' || kind === 'hard' ? 'gave_up' : 'delayed';
  }
  if (kind === 'soft') return isTried ? 'delayed' : 'gave_up';
  return fullWords.test(reason) ? 'gave_up' : 'hard';
}

/** One line of at most 500 characters: a diagnostic may have several, and any characters. */
export const oneReason = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();

/** `rfc822; a@b`, `<a@b>`, `Name <a@b>` and `mailto:a@b` are the mailbox a@b. Null: none, or several. */
export function mailboxIn(written: string): string | null {
  const { email, others } = readMail(written.replace(/^\s*[\w-]+\s*;/, ''));
  return email === '' || others.length > 0 ? null : email.toLowerCase();
}

/** The left side of our Message-ID. */
const hashIn = (written: string): string | null =>
  /(?:^|[<\s:])([\da-f]{32})@/i.exec(written)?.[1]?.toLowerCase() ?? null;

export interface Reported {
  readonly address?: string | null | undefined;
  readonly message_id?: string | null | undefined;
  readonly kind?: string | null | undefined;
  readonly status?: string | number | null | undefined;
  readonly reason?: string | null | undefined;
}

export interface Returned {
  readonly mailbox: string | null;
  readonly hash: string | null;
  readonly means: Meaning;
  readonly reason: string;
}

const words: Readonly<Record<Meaning, string>> = {
  delivered: 'it arrived',
  delayed: 'the mailbox did not take it for now',
  gave_up: 'the mailbox did not take it for now',
  hard: 'the mailbox did not take it',
  complaint: 'its reader called it unwanted',
};

/** Reads one item of a report, or says why not. */
export function readReturned(item: Reported): Returned | BounceProblem {
  const mailbox = mailboxIn(item.address ?? '');
  const hash = hashIn(item.message_id ?? '');
  if (mailbox === null && hash === null) {
    return (item.message_id ?? '').trim() === '' ? 'no_address' : 'no_mail_of_ours';
  }
  const said = (item.kind ?? '').trim().toLowerCase();
  const kind = said === '' ? null : (kinds[said] ?? null);
  if (kind === null && said !== '') return 'unknown_kind';
  const reason = oneReason(item.reason ?? '');
  const means = meaningOf(kind, codeIn(String(item.status ?? '').trim()) ?? codeIn(reason), reason);
  return means === null ? 'contradiction' : { mailbox, hash, means, reason: reason || words[means] };
}

/** A mail server said at once that nobody is at the address. A reply without a code may mean the sender. */
export const saysNobodyThere = (failure: string): boolean =>
  /(?<![\w.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/.test(failure) &&
  meaningOf(null, codeIn(failure), failure) === 'hard';
