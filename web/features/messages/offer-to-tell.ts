import { messages } from '@gurukul/contract/messages';
import { queryClient } from '#web/calls/query-client.ts';
import { query } from '#web/calls/client.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { emptyDraft, type Draft } from './draft.ts';

/** What of a class is another now. */
export type ClassNews = keyof typeof messagesTexts.tell.drafts;

/** A mail that a deed proposes. */
export interface Offer {
  readonly audience: { readonly class_id: number };
  readonly whom: string;
  readonly draft: Draft;
  readonly people: number;
}

let offer: Offer | null = null;
const listeners = new Set<() => void>();

function show(next: Offer | null) {
  offer = next;
  for (const listener of listeners) listener();
}

/** The offer that stands, for React. */
export const offers = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => offer,
  end: () => show(null),
};

/**
 * Asks after a change of a class whether its students are to be told, with the mail in view. Asks nothing where nobody
 * would get a mail. The change is saved already, so a failure to ask is silent.
 */
export async function offerToTell(
  { class_id, class_name }: { readonly class_id: number; readonly class_name: string },
  news: ClassNews,
): Promise<void> {
  const audience = { class_id };
  const draft = { ...emptyDraft, ...messagesTexts.tell.drafts[news] };
  const { subject, body } = draft;
  try {
    const { data } = await queryClient.fetchQuery(
      query(messages.preview_message, { audience, subject, body }),
    );
    if (data.mails > 0) show({ audience, whom: class_name, draft, people: data.people });
  } catch {
    // Write on the page of the class does the same.
  }
}
