import { bounceKinds } from '@gurukul/contract/mails';
import type { BounceKind, BounceProblem } from '@gurukul/contract/mails';
import { readMail } from '@gurukul/contract/shared/written/mail';
import { lineOf } from '@gurukul/contract/shared/written/text';

/*
 * Reads what a mail service says about a mail that it sent: the kind, and the status code of RFC 3463. The code says what
 * is wrong, and the kind says whether somebody still tries.
 */

/** `gave_up`: this mail did not arrive, and the next one may. `hard`: nobody is at the address. */
export type Meaning = 'delivered' | 'delayed' | 'gave_up' | 'hard' | 'complaint';

/**
 * The Action of RFC 3464, the Feedback-Type of RFC 5965 and the words of services, beside our own. Without case and signs:
 * HardBounce, hard_bounce.
 */
const spellings: Readonly<Record<BounceKind, string>> = {
  hard: 'hard failed permanent permanentfail hardbounce suppressed onaccountsuppressionlist bademailaddress invalid invalidemail',
  soft: 'soft transient temporary softbounce blocked contentrejected messagetoolarge mailboxfull undetermined unknown dnserror virus spamnotification',
  delayed: 'delayed deferred temporaryfail',
  // Who answers by a machine has the mail.
  delivered: 'delivered relayed expanded autoreply autoresponder',
  complaint: 'complaint complained spam spamreport spamcomplaint abuse fraud optout',
};
const kinds: ReadonlyMap<string, BounceKind> = new Map(
  bounceKinds.flatMap((kind) => spellings[kind].split(' ').map((word) => [word, kind] as const)),
);

/** Subject and detail of the codes 5.x.x that say that nobody is at the address. Of 5.1 all others are about the address. */
const aboutSender = new Set([7, 8, 9]);
const nobodyThere = new Set(['2.1', '4.1', '4.4', '4.310']);
/** Replies of RFC 5321 and RFC 7504 without a code of RFC 3463. */
const replies: Readonly<Record<string, string>> = {
  452: '2.2',
  521: '3.2',
  550: '1.1',
  551: '1.6',
  552: '2.2',
  553: '1.3',
  556: '1.10',
};

const fullWords =
  /(?:mail|in)box (?:is )?full|over ?(?:the |its )?quota|quota (?:is )?exceeded|exceeded .{0,20}quota|out of storage|postfach.{0,30}voll|zu ?viele mails|boîte.{0,30}pleine|buzón.{0,30}llen|casella.{0,30}piena|容量|満杯|已满|已滿/i;
/** It did not go through for what it is or where it comes from. */
const aboutMailWords =
  /spam|junk|virus|malware|content|policy|dmarc|\bspf\b|dkim|unauthenticated|relay|sender|prohibit|weren['’]t sent|(?:message|mail) (?:was |has been )?(?:refused|rejected)|block(?:ed|list| list)|black ?list|reputation|spamhaus|rate limit|servfail|(?:dns|name|address) lookup failed|too many|exceeded the max|(?:per|each) (?:hour|day)|(?:message|mail).{0,20}(?:size|too (?:big|large))|service (?:is )?unavailable|not accept (?:delivery|e?-?mails? (?:from|over))/i;
/** 521: a server takes no mail at all, or none of this sender. */
const serverReply = /(?:^|[;:]\s*)521(?=[\s-])/;
const mailboxIsOffWords =
  /(?:account|mailbox|user|recipient)[^.]{0,30}(?:block|disabl|suspend|inactiv|locked)/i;
const machineWords =
  /out of (?:the )?office|auto(?:matic|mated)?[- ]?(?:reply|response|respond)|on (?:vacation|holiday|leave)|abwesenheit|réponse automatique|respuesta automática|risposta automatica|自動(?:返信|応答)|自动回复|自動回覆/i;
/** Of a report that says neither a kind nor a code. */
const nobodyWords =
  /no (?:such |mailbox|user|account)|mailbox unavailable|unroute?able|unknown (?:user|recipient|address|mailbox)|(?:user|recipient|address|mailbox|account|domain).{0,40}(?:unknown|not (?:be )?found|not exist|n['’]t exist|no longer|invalid|disabled|inactive)|invalid (?:user|recipient|address|mailbox)|existiert nicht|unbekannt|n['’]existe pas|no existe|見つかりません|存在しません|不存在/i;
const tryingWords =
  /will (?:be )?retr|still (?:being )?(?:tr|retr)|do not (?:need to )?resend|try(?:ing)? again|retry until|greylist|deferred|delayed/i;
/** Of a mail that failed the server of the reader may say "deferred": ours tries no more. */
const stillWords = /will (?:be )?retr|still (?:being )?(?:tr|retr)|retry until/i;
const overWords =
  /giv(?:ing|en?|es) up|gave up|expired|too long|too old|no longer retr|not be retried|will not retry|final attempt/i;

interface Code {
  /** 2, 4 or 5. */
  readonly ofClass: string;
  /** `1.1` of 5.1.1; null of a reply that says no more. */
  readonly detail: string | null;
  /** A reply of RFC 5321 stands for it, and may mean something else. */
  readonly isReply: boolean;
}

/** The first code in a text; an address of the internet or a version is none. */
function codeIn(text: string): Code | null {
  const [, ofClass, detail] = /(?<![\w.])([245])\.(\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(text) ?? [];
  if (ofClass !== undefined && detail !== undefined) {
    return { ofClass, detail: detail.replaceAll(/\b0+(?=\d)/g, ''), isReply: false };
  }
  const [, reply] = /(?:^|[;:]\s*)([245][0-5]\d)(?=[\s-]|$)/.exec(text) ?? [];
  return reply === undefined
    ? null
    : { ofClass: reply.charAt(0), detail: replies[reply] ?? null, isReply: true };
}

/** 5.2.1 is a mailbox that is switched off, but some servers say it of a sender whom they refuse. */
const isOfServer = (reason: string) =>
  serverReply.test(reason) || (aboutMailWords.test(reason) && !mailboxIsOffWords.test(reason));

/** What a code 5.x.x says about the address; without details the kind says it. */
function ofPermanent(detail: string | null, kind: BounceKind | null, reason: string): Meaning {
  const [subject, number] = (detail ?? '0.0').split('.').map(Number);
  if (subject === 0) return kind === 'soft' ? 'gave_up' : 'hard';
  const isOfSender = aboutSender.has(number ?? 0) || (number === 0 && /\bsender\b/i.test(reason));
  const isDead = subject === 1 ? !isOfSender : nobodyThere.has(detail ?? '');
  if (detail === '2.1' && isOfServer(reason)) return 'gave_up';
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
  const isAlone = kind === null && code === null;
  if (isAlone && machineWords.test(reason)) return 'delivered';
  const isVague = code === null || (code.ofClass === '5' && (code.isReply || code.detail?.endsWith('.0')));
  const isPermanent = code === null || code.ofClass === '5';
  if (isPermanent && fullWords.test(reason)) return 'gave_up';
  if (isVague && aboutMailWords.test(reason)) return 'gave_up';
  if (isVague && code !== null && nobodyWords.test(reason)) return 'hard';
  if (code?.ofClass === '5') return ofPermanent(code.detail, kind, reason);
  const isTried = (kind === 'hard' ? stillWords : tryingWords).test(reason) && !isOver;
  if (code?.ofClass === '4') {
    // 4.4.7: the time to deliver has expired.
    if (isTried) return 'delayed';
    return isOver || code.detail === '4.7' || kind === 'hard' ? 'gave_up' : 'delayed';
  }
  if (kind === 'soft' || (isAlone && isTried)) return isTried ? 'delayed' : 'gave_up';
  return isAlone && reason !== '' && !nobodyWords.test(reason) ? 'gave_up' : 'hard';
}

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
  const said = (item.kind ?? '').toLowerCase().replaceAll(/[\s_-]/g, '');
  // "Bounce" alone says no more than its code.
  const isUnsaid = said === '' || said === 'bounce';
  const kind = isUnsaid ? null : (kinds.get(said) ?? null);
  if (kind === null && !isUnsaid) return 'unknown_kind';
  const reason = lineOf(item.reason ?? '', 500);
  const means = meaningOf(kind, codeIn(String(item.status ?? '').trim()) ?? codeIn(reason), reason);
  return means === null ? 'contradiction' : { mailbox, hash, means, reason: reason || words[means] };
}

/** A mail server said at once that nobody is at the address. A reply without a code may mean the sender. */
export const saysNobodyThere = (failure: string): boolean =>
  /(?<![\w.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/.test(failure) &&
  meaningOf(null, codeIn(failure), failure) === 'hard';
