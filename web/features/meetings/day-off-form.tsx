import { meetings, type Meeting, type MeetingEffect } from '@gurukul/contract/meetings';
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { daysOffTexts } from '#web/texts/days-off.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { Told } from './effect-of.tsx';
import { whenOf } from '#web/lib/format/meeting-times.ts';
import { everywhere, isPlaced, PlaceFields, placeOf, type Place } from './place-fields.tsx';

const t = daysOffTexts.one;

interface Values extends Place {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const empty: Values = { name: '', from: '', to: '', ...everywhere };

const inputOf = ({ name, from, to, ...place }: Values) => ({
  name,
  from,
  to: to || from,
  ...placeOf(place),
});

const keyOf = ({ slot_id, on_date }: Pick<Meeting, 'slot_id' | 'on_date'>) => `${slot_id} ${on_date}`;

interface EffectProps {
  effect: MeetingEffect;
  isTold: boolean;
  onTold: (isTold: boolean) => void;
  /** The keys of those that take place all the same. */
  kept: ReadonlySet<string>;
  onChange: (kept: ReadonlySet<string>) => void;
}

/** The meetings that would not take place; each can be left out. */
function Effect({ effect, isTold, onTold, kept, onChange }: EffectProps) {
  const { meeting_count, class_count, meetings: listed, told } = effect;
  const toggle = (key: string) => {
    const next = new Set(kept);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  if (meeting_count === 0) return <Text>{t.nothing}</Text>;
  const keptCount = listed.filter((meeting) => kept.has(keyOf(meeting))).length;
  return (
    <Stack gap="xs">
      <Text fw={600}>{t.does({ count: meeting_count - keptCount, of: class_count })}</Text>
      <Told told={told} isTold={isTold} onTold={onTold} />
      <Text c="dimmed">{t.untick}</Text>
      {listed.length < meeting_count ? <Text>{t.first({ count: listed.length })}</Text> : null}
      {listed.map((meeting) => (
        <Checkbox
          key={`${keyOf(meeting)} ${meeting.starts_at}`}
          label={`${whenOf(meeting)} · ${meeting.class_name}, ${meeting.course_name}`}
          checked={!kept.has(keyOf(meeting))}
          onChange={() => toggle(keyOf(meeting))}
        />
      ))}
    </Stack>
  );
}

/** A day off in two steps: what is meant, and what it does. */
export function DayOffForm({ start, onDone }: { start?: Partial<Values>; onDone: () => void }) {
  const [values, setValues] = useState<Values>({ ...empty, ...start });
  const [effect, setEffect] = useState<MeetingEffect | null>(null);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [isTold, setTold] = useState(true);
  const [hasTried, setTried] = useState(false);
  const [error, setError] = useState('');
  const add = useAction(meetings.add_day_off);
  const { name, from, to } = values;
  const set = (changed: Partial<Values>) => {
    setValues({ ...values, ...changed });
    setEffect(null);
    setKept(new Set());
  };
  const isTurned = to !== '' && to < from;
  const isComplete = name.trim() !== '' && from !== '' && !isTurned && isPlaced(values);

  const submit = async () => {
    setTried(true);
    setError('');
    if (!isComplete) return;
    try {
      if (effect === null) {
        setEffect((await add.run({ ...inputOf(values), preview: true })).data);
        return;
      }
      const except = effect.meetings.filter((meeting) => kept.has(keyOf(meeting)));
      const answer = await add.run({
        ...inputOf(values),
        except: except.map(({ slot_id, on_date }) => ({ slot_id, on_date })),
        tell: isTold,
      });
      tellDone(answer, t.saved({ name, count: answer.data.meeting_count }), { kind: 'meeting', what: name });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };

  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={effect === null ? t.check : t.save({ count: effect.meeting_count - kept.size })}
      busyLabel={t.checking}
      isPending={add.isPending}
      error={error}
      isLong
      actions={
        effect === null ? null : (
          <Button type="button" variant="default" onClick={() => setEffect(null)}>
            {t.back}
          </Button>
        )
      }
    >
      {effect === null ? (
        <>
          <TextInput
            label={t.name}
            description={t.nameHint}
            value={name}
            maxLength={100}
            required
            data-autofocus
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={hasTried && name.trim() === '' ? t.noName : null}
          />
          <DateField
            label={t.from}
            value={from}
            required
            onChange={(day) => set({ from: day })}
            error={hasTried && from === '' ? meetingsTexts.form.noDay : null}
          />
          <DateField
            label={t.to}
            description={t.toHint}
            value={to}
            onChange={(day) => set({ to: day })}
            error={isTurned ? t.turned : null}
          />
          <PlaceFields place={values} onChange={set} isMissing={hasTried && !isPlaced(values)} />
        </>
      ) : (
        <Effect effect={effect} isTold={isTold} onTold={setTold} kept={kept} onChange={setKept} />
      )}
    </FormShell>
  );
}
