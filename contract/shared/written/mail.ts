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

const noneWords =
  /^(?:[-–—.,/*x]+|n\.?\/?a\.?|nil|none|null|no|not (?:given|available|applicable)|no (?:e-?mail|mail)(?: id)?)$/iu;

/** True for what people write in place of nothing: N/A, nil, "-". */
export const isNothing = (text: string) => noneWords.test(text.trim());

/** What may stand before an address: mailto:, "Email:", a quote. */
const before = /^(?:mailto:|e-?mail(?: id)?\s*[:=-]\s*|['"`(<[=]+)+/iu;
const behind = /(?:\?.*|['"`)>\].,;:।]+)$/u;

function mailboxIn(word: string): string | null {
  let bare = word.replaceAll(/[\u200c\u200d]/gu, '');
  for (let was = ''; was !== bare;) {
    was = bare;
    bare = bare.replace(before, '').replace(behind, '');
  }
  return bare.length <= 254 && emailPattern.test(bare) ? bare : null;
}

/** The addresses of a cell such as "Ravi <ravi@example.com>; home@example.com". */
export function readMail(cell: string): WrittenMail {
  const text = tidyText(plainDigits(cell));
  if (text === '' || isNothing(text)) return { email: '', others: [], left: text };
  const found = new Map<string, string>();
  const left: string[] = [];
  for (const part of text.split(/[\s,;/|<>()]+|&/u)) {
    const mailbox = part.includes('@') ? mailboxIn(part) : null;
    if (mailbox !== null) {
      if (!found.has(mailbox.toLowerCase())) found.set(mailbox.toLowerCase(), mailbox);
    } else if (part.includes('@')) left.push(part);
  }
  const [email = '', ...others] = found.values();
  // A blank within an address leaves only a part of it: "eta @example.com", "eta@ example.com".
  const isBroken = left.some((part) => part.startsWith('@') || part.endsWith('@'));
  return email === '' || isBroken
    ? { email: '', others: [], left: text }
    : { email, others, left: left.join(', ') };
}
