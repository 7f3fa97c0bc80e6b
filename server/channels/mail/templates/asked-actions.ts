import type { WatchedCall } from '@gurukul/contract/approvals';
import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';

/** An action that a day approves unless somebody stops it. */
interface WaitingAction {
  readonly call: WatchedCall;
  /** The name of the account admin whom it is about; null: nobody in particular. */
  readonly about: string | null;
  /** ISO 8601, UTC. */
  readonly until: string;
  /** Of times of the retention: how many rows or people they would remove now. */
  readonly count?: number;
  /** In the fragment of the address, which browsers never send to a server. */
  readonly secret: string;
}

export interface ActionAskedData {
  readonly askedBy: string;
  readonly reason: string;
  readonly waits?: WaitingAction;
}

/** To every admin except the one who asked. It names nobody whom the action is about. One that waits goes to all, with whom it is about. */
export function actionAskedMail(data: ActionAskedData, occasion: Occasion): MailContent {
  const { askedBy, reason, waits } = data;
  if (waits !== undefined) return waitingMail(data, waits, occasion);
  const texts = textsIn(occasion.language);
  const words = texts.actionAsked;
  return {
    subject: words.subject({ asker: askedBy }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ asker: askedBy })),
      { kind: 'facts', facts: [[words.reason, reason]] },
      { kind: 'button', label: words.button, url: `${occasion.appUrl}/Approvals` },
      note(words.until),
    ],
  };
}

function waitingMail(
  { askedBy, reason }: ActionAskedData,
  { call, about, until, count, secret }: WaitingAction,
  { appUrl, language, provider }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.actionWaits;
  const when = stampIn(language, provider.time_zone, new Date(until));
  const facts: Fact[] = [
    [words.what, words.calls[call]],
    ...(about === null ? [] : [[words.about, about] as const]),
    ...(reason === '' ? [] : [[texts.actionAsked.reason, reason] as const]),
  ];
  return {
    subject: words.subject({ asker: askedBy }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(
        count === undefined
          ? words.body({ asker: askedBy, when })
          : words.retention({ asker: askedBy, when, count: String(count) }),
      ),
      { kind: 'facts', facts },
      text(words.ask),
      { kind: 'button', label: words.button, url: `${appUrl}/stop#${secret}` },
      note(words.validity),
    ],
  };
}

export interface ActionDecidedData {
  /** Empty: somebody stopped it by the link of the mail. */
  readonly decidedBy: string;
  readonly isApproved: boolean;
  readonly reason: string;
  /** An action that could be stopped was done, which all account admins hear. */
  readonly done?: { readonly by: string; readonly call: WatchedCall; readonly about: string | null };
}

/** To the person who asked; that an action is done, to all account admins. */
export function actionDecidedMail(
  { decidedBy, isApproved, reason, done }: ActionDecidedData,
  { appUrl, language, at, provider }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.actionDecided;
  const button = { kind: 'button', label: texts.actionAsked.button, url: `${appUrl}/Approvals` } as const;
  const because: Fact = [texts.actionAsked.reason, reason];
  if (done !== undefined) {
    const { done: subject, doneBody, notExpected, what, about, calls } = texts.actionWaits;
    const facts: Fact[] = [
      [what, calls[done.call]],
      ...(done.about === null ? [] : [[about, done.about] as const]),
      because,
    ];
    return {
      subject: subject({ asker: done.by }),
      preview: calls[done.call],
      parts: [
        text(texts.greeting),
        text(doneBody({ asker: done.by, when: stampIn(language, provider.time_zone, at) })),
        { kind: 'facts', facts },
        button,
        note(notExpected),
      ],
    };
  }
  const said =
    decidedBy === ''
      ? words.stoppedBy
      : isApproved
        ? words.approvedBy({ decider: decidedBy })
        : words.refusedBy({ decider: decidedBy });
  return {
    subject: decidedBy === '' ? words.stopped : isApproved ? words.approved : words.refused,
    preview: said,
    parts: [
      text(texts.greeting),
      text(said),
      { kind: 'facts', facts: [because] },
      ...(isApproved ? [text(words.what)] : []),
      button,
    ],
  };
}
