import type { messages, MessageVersion } from '@gurukul/contract/messages';
import type { FoundItem } from '@gurukul/contract/search';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import type { PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { language } from '#web/texts/language.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import type { Reply } from './write-button.tsx';

export type When = 'now' | 'later' | 'nine';

/** A message that somebody writes. */
export interface Draft {
  /** Whom it is for, where the dialog asks; null while nobody is chosen. */
  readonly to: FoundItem | null;
  readonly subject: string;
  /** HTML. */
  readonly body: string;
  readonly language: PortalLanguage;
  /** For readers of other languages. */
  readonly versions: readonly MessageVersion[];
  readonly newsletter: boolean;
  readonly when: When;
  /** yyyy-mm-dd; of `later` on the writer's clock. */
  readonly day: string;
  /** 18:30 */
  readonly time: string;
}

export const emptyDraft: Draft = {
  to: null,
  subject: '',
  body: '',
  language,
  versions: [],
  newsletter: false,
  when: 'now',
  day: '',
  time: '',
};

const longestInSubject = 60;

/** Its subject is the first words of what is answered. */
export function replyTo({ said }: Reply): Draft {
  const line = said.replaceAll(/\s+/g, ' ').trim();
  const words = line.length > longestInSubject ? `${line.slice(0, longestInSubject).trimEnd()}…` : line;
  return { ...emptyDraft, subject: messagesTexts.form.replySubject({ words }) };
}

export type Words = Pick<MessageVersion, 'subject' | 'body'>;

export const isWritten = ({ subject, body }: Words): boolean => subject.trim() !== '' || body !== '';

export const isDirty = (draft: Draft): boolean => isWritten(draft) || draft.versions.length > 0;

type Time = CallInput<typeof messages.preview_message>['at'];

/** The time as the server takes it, from the clock of this browser. Null: something is missing. */
export function timeOf({ when, day, time }: Draft): { readonly at?: Time } | null {
  if (when === 'now') return {};
  if (day === '') return null;
  if (when === 'nine') return { at: { nine_on: day } };
  const moment = new Date(`${day}T${time}`);
  return Number.isNaN(moment.getTime()) ? null : { at: moment.toISOString() };
}
