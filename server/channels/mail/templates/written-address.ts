import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';

export interface AddressChangedData {
  /** First name of the person whose addresses changed. */
  readonly name: string;
  /** The new addresses, masked. None: a proved one was taken away. */
  readonly added: readonly string[];
  /** Where it is refused, for a day. */
  readonly url: string;
}

/** To the proved mailboxes of a person, when an address comes or a proved one goes. */
export function addressChangedMail(
  { name, added, url }: AddressChangedData,
  { provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.addressChanged;
  return {
    subject: words.subject({ provider: nameOfProvider(provider) }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(added.length === 0 ? words.removed({ name }) : words.added({ name, addresses: added.join(', ') })),
      text(words.ask),
      { kind: 'button', label: words.button, url },
      note(words.validity),
    ],
  };
}

export interface AddressRefusedData {
  readonly why: 'refused' | 'not_theirs';
  readonly fullname: string;
  readonly mailbox: string;
  /** Of the student's page in the portal, beginning with a slash. */
  readonly path: string;
}

/** To the account admins. */
export function addressRefusedMail(
  { why, fullname, mailbox, path }: AddressRefusedData,
  { appUrl, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.addressRefused;
  return {
    subject: words.subject({ name: fullname }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(
        why === 'refused'
          ? words.refused({ name: fullname, mailbox })
          : words.notTheirs({ name: fullname, mailbox }),
      ),
      { kind: 'button', label: words.button, url: `${appUrl}${path}` },
      note(words.what),
    ],
  };
}
