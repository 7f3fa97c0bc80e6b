import type { meetings, MeetingEffect, ToldPeople } from '@gurukul/contract/meetings';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '#web/calls/client.ts';
import { askedOnce } from '#web/calls/use-checked.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { formatMeetingDay, timesOf } from '#web/lib/format/meeting-times.ts';
import { clashWords } from './meeting-words.ts';
import { namedAfter } from './named.ts';

const t = meetingsTexts.form;

type Actions = Pick<
  typeof meetings,
  'cancel_meeting' | 'move_meeting' | 'add_meeting' | 'restore_meeting' | 'change_teacher'
>;
/** An action with its input. */
export type AskedAction = {
  [K in keyof Actions]: { call: Actions[K]; input: CallInput<Actions[K]> };
}[keyof Actions];

const pauseMs = 300;

/** What the action would do, looked up while the form is filled in. The reason changes nothing of it. */
export function useEffectOf(asked: AskedAction | null) {
  const wanted = JSON.stringify(asked && { ...asked.input, reason: '', tell_reason: false });
  const [settled] = useDebouncedValue(wanted, pauseMs);
  const effect = useQuery<{ data: MeetingEffect }>({
    queryKey: ['effect', asked?.call.path, settled],
    queryFn: ({ signal }) =>
      // The input is that of the call; a union of calls cannot say so.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      send(asked!.call as Actions['cancel_meeting'], { ...JSON.parse(settled), preview: true }, { signal }),
    enabled: asked !== null && settled !== 'null',
    placeholderData: keepPreviousData,
    ...askedOnce,
    retry: false,
  });
  const { data, error, isPlaceholderData, isFetching } = effect;
  return {
    data: data?.data,
    error,
    isOfThis: settled === wanted && !isPlaceholderData,
    /** Nothing is done before it is said who hears of it. */
    isLooking: asked !== null && (settled !== wanted || isFetching),
  };
}

interface ToldProps {
  told: ToldPeople;
  isTold: boolean;
  onTold: (isTold: boolean) => void;
}

/** Who hears of it, and whether they shall. */
export function Told({ told: { students, staff, without_address }, isTold, onTold }: ToldProps) {
  if (students + staff.length === 0 && without_address.length === 0)
    return <Text c="dimmed">{t.nobodyTold}</Text>;
  return (
    <>
      <Checkbox
        label={t.tell({
          who: namedAfter(students > 0 ? [t.students({ count: students })] : [], staff),
        })}
        checked={isTold}
        onChange={(event) => onTold(event.currentTarget.checked)}
      />
      {without_address.length > 0 ? (
        <Text c="dimmed">{t.withoutAddress({ names: namedAfter([], without_address) })}</Text>
      ) : null}
    </>
  );
}

interface EffectOfProps {
  effect: ReturnType<typeof useEffectOf>;
  /** It has a new time. */
  isTimed: boolean;
  isTold: boolean;
  onTold: (isTold: boolean) => void;
}

/** What the action would do: the new time on each clock, other meetings of the teacher, who hears of it. */
export function EffectOf({ effect: { data, error, isOfThis }, isTimed, isTold, onTold }: EffectOfProps) {
  if (error && isOfThis) return <Fault>{error.message}</Fault>;
  if (!data) return null;
  const { told, meeting_count } = data;
  // What was found for something else than stands in the fields is no answer.
  const changed = isOfThis ? data.meetings : [];
  const clashes = isOfThis ? data.clashes : [];
  const [first] = changed;
  return (
    <Stack gap="xs" aria-live="polite">
      {isOfThis ? null : <Text c="dimmed">{t.checking}</Text>}
      {isTimed && first && meeting_count === 1
        ? timesOf(first).map((line, index) => (
            <Text key={line} fw={600}>
              {index === 0 ? `${formatMeetingDay(first.starts_at)} ${line}` : line}
            </Text>
          ))
        : null}
      {clashes.map((clash) => (
        <Fault key={`${clash.starts_at} ${clash.class_name}`}>{clashWords(clash)}</Fault>
      ))}
      <Told told={told} isTold={isTold} onTold={onTold} />
    </Stack>
  );
}
