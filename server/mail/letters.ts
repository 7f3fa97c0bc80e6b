import { inviteLetter } from './letters/invite.ts';
import type { Letter, Occasion } from './letters/letter.ts';
import { passwordChangedLetter } from './letters/password-changed.ts';
import { resetCodeLetter } from './letters/reset-code.ts';
import { signInBlockedLetter } from './letters/sign-in-blocked.ts';

interface Kind<Data> {
  readonly write: (data: Data, occasion: Occasion) => Letter;
  /** Carries a secret that is worthless after that long: then it is neither sent nor kept. Null: always worth sending. */
  readonly worthSendingMinutes: number | null;
}

const kind = <Data>(
  write: Kind<Data>['write'],
  worthSendingMinutes: Kind<Data>['worthSendingMinutes'] = null,
): Kind<Data> => ({ write, worthSendingMinutes });

const days = 24 * 60;

/** Every kind of mail there is. */
export const letters = {
  invite: kind(inviteLetter, 7 * days),
  reset_code: kind(resetCodeLetter, 10),
  password_changed: kind(passwordChangedLetter),
  sign_in_blocked: kind(signInBlockedLetter),
};

export type MailKind = keyof typeof letters;
type DataOf<K extends MailKind> = Parameters<(typeof letters)[K]['write']>[0];

/** One letter to one mailbox. */
export type Mail = {
  readonly [K in MailKind]: {
    readonly kind: K;
    readonly to: string;
    /** Says which event this letter is about, such as `invite:17`; the same key again sends nothing. No secrets. */
    readonly dedupeKey: string;
    readonly data: DataOf<K>;
  };
}[MailKind];

export const isMailKind = (name: string): name is MailKind => Object.hasOwn(letters, name);

/** Writes the letter of any kind; the data is what was enqueued with that kind. */
export function writeLetter(name: MailKind, data: unknown, occasion: Occasion): Letter {
  // A row's data was sealed together with its kind, which the compiler cannot follow by name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { write } = letters[name] as Kind<unknown>;
  return write(data, occasion);
}
