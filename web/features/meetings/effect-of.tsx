import type { meetings, MeetingEffect, ToldPeople } from '@gurukul/contract/meetings';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '#web/calls/client.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { timesOf } from '#web/lib/format/meeting-times.ts';
import { clashWords } from './meeting-words.ts';

const t = meetingsTexts.form;

type Deeds = Pick<typeof meetings, 'cancel_meeting' | 'move_meeting' | 'add_meeting' | 'change_teacher'>;
/** A deed with its input. */
export type AskedDeed = { [K in keyof Deeds]: { call: Deeds[K]; input: CallInput<Deeds[K]> } }[keyof Deeds];

const pauseMs = 300;

/** What the deed would do, looked up while the form is filled in. */
export function useEffectOf(asked: AskedDeed | null) {
  const [settled] = useDebouncedValue(JSON.stringify(asked?.input ?? null), pauseMs);
  return useQuery<{ data: MeetingEffect }>({
    queryKey: ['effect', asked?.call.path, settled],
    queryFn: ({ signal }) =>
      // The input is that of the call; a union of calls cannot say so.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      send(asked!.call as Deeds['cancel_meeting'], { ...JSON.parse(settled), preview: true }, { signal }),
    enabled: asked !== null && settled !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** How many names a line has. */
const namedAtMost = 6;

const named = (names: readonly string[]) =>
  names.length > namedAtMost
    ? t.andMore(names.slice(0, namedAtMost).join(', '), names.length - namedAtMost)
    : names.join(', ');

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
        label={t.tell(students, named(staff))}
        checked={isTold}
        onChange={(event) => onTold(event.currentTarget.checked)}
      />
      {without_address.length > 0 ? <Text c="dimmed">{t.withoutAddress(named(without_address))}</Text> : null}
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

/** What the deed would do: the new time on each clock, other meetings of the teacher, who hears of it. */
export function EffectOf({ effect: { data, error }, isTimed, isTold, onTold }: EffectOfProps) {
  if (error) return <Fault>{error.message}</Fault>;
  if (!data) return null;
  const { meetings: changed, clashes, told, meeting_count } = data.data;
  const [first] = changed;
  return (
    <Stack gap="xs" aria-live="polite">
      {isTimed && first && meeting_count === 1
        ? timesOf(first).map((line, index) => (
            <Text key={line} fw={600}>
              {index === 0 ? `${formatDate(first.starts_at)} ${line}` : line}
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
