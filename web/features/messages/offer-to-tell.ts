import { messages } from '@gurukul/contract/messages';
import { queryClient } from '#web/calls/query-client.ts';
import { changeOf, query } from '#web/calls/client.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { emptyDraft } from './draft.ts';
import { offers } from './offers.ts';

/** What of a class is another now. */
export type ClassNews = keyof typeof messagesTexts.tell.drafts;

type Told =
  | { readonly class_id: number; readonly class_name: string }
  | { readonly student_id: number; readonly fullname: string };

/**
 * Asks after a change of a class or of a student's place whether they are to be told, with the mail in view. Asks nothing where nobody
 * would get a mail. The change is saved already, so a failure to ask is silent. With its answer, an Undo of the change
 * takes back the message, too.
 */
export async function offerToTell(told: Told, news: ClassNews, done?: object): Promise<void> {
  const [audience, whom] =
    'class_id' in told
      ? [{ class_id: told.class_id }, told.class_name]
      : [{ user_ids: [told.student_id] }, told.fullname];
  const draft = { ...emptyDraft, ...messagesTexts.tell.drafts[news] };
  const { subject, body } = draft;
  try {
    const { data } = await queryClient.fetchQuery(
      query(messages.preview_message, { audience, subject, body }),
    );
    if (data.mails === 0) return;
    const title = messagesTexts.tell.title({ people: data.people });
    const changeId = done && changeOf(done);
    offers.show({ audience, whom, title, draft, ...(changeId === undefined ? {} : { changeId }) });
  } catch {
    // Write on the page of the class or student does the same.
  }
}
