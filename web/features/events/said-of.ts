import { notices } from '@gurukul/contract/shared/words/notices';
import { isMailKept } from '#web/calls/client.ts';
import { inLanguage, type Spoken } from '#web/texts/refusals.ts';
import { eventsTexts } from '#web/texts/events.ts';

const withoutMails: Readonly<Record<string, keyof typeof notices>> = {
  event_edited_with_mails: 'event_edited',
  event_published_with_mails: 'event_published',
  event_canceled_with_mails: 'event_was_canceled',
  event_canceled_telling_all: 'event_was_canceled',
};

/** The sentence of an answer. It does not say that mails are on their way if they stay in the outbox. */
export function saidOf(answer: Spoken): string {
  if (!isMailKept(answer)) return inLanguage(answer);
  if (answer.code === 'mails_sent') return eventsTexts.done.mailsWritten;
  const code = withoutMails[answer.code ?? ''];
  return inLanguage(code === undefined ? answer : { code, message: notices[code] });
}
