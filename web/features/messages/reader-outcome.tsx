import type { MessageOfPerson, MessageReader, WhatsAppState } from '@gurukul/contract/messages';
import { messagesTexts } from '#web/texts/messages.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const t = messagesTexts.detail;

type State = MessageOfPerson['state'];

const tones: Readonly<Record<State, Tone>> = {
  waiting: 'info',
  sent: 'good',
  kept: 'calm',
  failed: 'bad',
  bounced: 'bad',
  withdrawn: 'calm',
  withheld: 'warn',
  not_there_then: 'calm',
};

export const OutcomeBadge = ({ state }: { state: State }) => (
  <StatusBadge tone={tones[state]}>{t.readerStates[state]}</StatusBadge>
);

/** Why a mail did not arrive; '' when it did, or may still. */
export function whyOf({
  state,
  withheld,
  failure,
}: Pick<MessageOfPerson, 'state' | 'withheld' | 'failure'>): string {
  if (state === 'not_there_then') return t.notThere;
  if (withheld !== null) return messagesTexts.check.reasons[withheld];
  return failure ?? '';
}

export const sharesOf = ({ shares }: MessageReader): string => (shares ? t.shares : '');

const whatsappTones: Readonly<Record<WhatsAppState, Tone>> = {
  waiting: 'info',
  sent: 'good',
  delivered: 'good',
  read: 'good',
  failed: 'bad',
  bounced: 'bad',
  unknown: 'warn',
  withdrawn: 'calm',
};

/** What became of the text by WhatsApp, beside the mail. */
export const WhatsAppBadge = ({ state }: { state: WhatsAppState }) => (
  <StatusBadge tone={whatsappTones[state]}>{t.byWhatsApp[state]}</StatusBadge>
);
