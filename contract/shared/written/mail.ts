import { emailPattern } from '../fields.ts';
import { plainDigits, tidyText } from './text.ts';

/* The one reader of mail addresses that people and programs write. */

export interface WrittenMail {
  /** As it is written; '' when there is none. */
  readonly email: string;
  /** Further addresses of the same cell. */
  readonly others: readonly string[];
  /** What stands there besides and is neither an address nor a name: no address, or only a part of one. */
  readonly left: string;
}

/** What may stand before an address: mailto:, "Mother:", a quote, a bullet. */
const before = /^(?:[\p{L}\p{M}-]+[:=]|[^\p{L}\p{N}_+]+)/u;
/** What may stand behind it. The last part of an address has no hyphen: a@b.in-father. */
const behind = /(?:\?.*|[^\p{L}\p{M}\p{N}]+|(?<=@.*\.(?!xn-)[\p{L}\p{M}]+)-[^.@]*)$/u;

function mailboxIn(word: string): string | null {
  let bare = word.replaceAll(/[\u200c\u200d]/gu, '');
  for (let was = ''; was !== bare;) {
    was = bare;
    bare = bare.replace(before, '').replace(behind, '');
  }
  return bare.length <= 254 && emailPattern.test(bare) ? bare : null;
}

/** Words that stand before an address and are no part of it. */
const beside =
  /^(?:e-?mail|mail|id|mother|father|mom|mum|dad|parent|guardian|home|work|office|personal|or|and) /u;

/** Most cells are one address and nothing else. */
const usual = /^[A-Za-z0-9][A-Za-z0-9._+]*@(?:[A-Za-z0-9]+\.)+[A-Za-z]{2,}$/u;

/** The addresses of a cell such as "Ravi <ravi@example.com>; home@example.com". */
export function readMail(cell: string): WrittenMail {
  const text = tidyText(plainDigits(cell));
  if (usual.test(text) && text.length <= 254) return { email: text, others: [], left: '' };
  const found = new Map<string, string>();
  const left: string[] = [];
  for (const part of text.split(/[\s,;/|<>()]+|&/u)) {
    const mailbox = part.includes('@') ? mailboxIn(part) : null;
    if (mailbox !== null) {
      if (!found.has(mailbox.toLowerCase())) found.set(mailbox.toLowerCase(), mailbox);
    } else if (part.includes('@') || /\d{7}/u.test(part)) left.push(part);
  }
  const [email = '', ...others] = found.values();
  // A blank within an address leaves only a part of it: "eta @example.com", "eta@ example.com", "asha rao@example.com".
  const isBroken =
    left.some((part) => part.startsWith('@') || part.endsWith('@')) ||
    (/^[a-z][\w.+-]* [^\s@]+@[^\s@]+$/u.test(text) && !beside.test(text));
  return email === '' || isBroken
    ? { email: '', others: [], left: text }
    : { email, others, left: left.join(', ') };
}
