import type { MessageOfPerson, MessageReader } from '@gurukul/contract/messages';
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
