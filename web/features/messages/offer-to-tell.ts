import { messages, type MessageVersion } from '@gurukul/contract/messages';
import type { ClassRow } from '@gurukul/contract/classes';
import type { PortalLanguage } from '@gurukul/contract/shared/words/languages';
import english from '@gurukul/contract/texts/messages.en.json' with { type: 'json' };
import { queryClient } from '#web/calls/query-client.ts';
import { changeOf, query } from '#web/calls/client.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { emptyDraft } from './draft.ts';
import { offers } from './offers.ts';

type Words = Pick<typeof english.tell, 'drafts' | 'timesAfterOld'>;

/** What of a class is another now. */
export type ClassNews = keyof Words['drafts'];

/** A weekly time before it was changed: a moment in it. */
type OldTime = Pick<ClassRow, 'slot_time'>;

/** What the office may send; of a weekly time that was changed it names the old one. */
export const draftIn = ({ drafts, timesAfterOld }: Words, news: ClassNews, old?: OldTime) =>
  news === 'times' && old?.slot_time ? { ...drafts.times, body: timesAfterOld } : drafts[news];

type Told =
  | { readonly class_id: number; readonly class_name: string }
  | { readonly student_id: number; readonly fullname: string };

/** The draft in another language than the portal's. */
async function versionIn(
  language: PortalLanguage,
  news: ClassNews,
  old?: OldTime,
): Promise<MessageVersion[]> {
  if (language === 'en') return [{ language, ...draftIn(english.tell, news, old) }];
  const { loaders } = await import('#web/texts/other-languages.ts');
  const module = await loaders[`../../contract/texts/messages.${language}.json`]?.();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test sees that it has the same keys
  const said = module?.default as typeof english | undefined;
  return said === undefined ? [] : [{ language, ...draftIn(said.tell, news, old) }];
}

/**
 * Asks after a change of a class or of a student's place whether they are to be told, with the mail in view. Asks nothing
 * where nobody would get a mail. Each reader has the text in their language. The change is saved already, so a failure to
 * ask is silent. By its answer an Undo of the change takes back the message, too.
 */
export async function offerToTell(told: Told, news: ClassNews, done: object, old?: OldTime): Promise<void> {
  const [audience, whom] =
    'class_id' in told
      ? [{ class_id: told.class_id }, told.class_name]
      : [{ user_ids: [told.student_id] }, told.fullname];
  const draft = {
    ...emptyDraft,
    ...draftIn(messagesTexts.tell, news, old),
  };
  const { subject, body } = draft;
  try {
    const { data } = await queryClient.fetchQuery(
      query(messages.preview_message, { audience, subject, body }),
    );
    if (data.mails === 0) return;
    const title = messagesTexts.tell.title({ people: data.people });
    const changeId = changeOf(done);
    const others = data.languages.map((one) => one.language).filter((one) => one !== draft.language);
    const versions = (await Promise.all(others.map((one) => versionIn(one, news, old)))).flat();
    offers.show({
      audience,
      whom,
      title,
      draft: { ...draft, versions },
      ...(changeId === undefined ? {} : { changeId }),
    });
  } catch {
    // Write on the page of the class or student does the same.
  }
}
