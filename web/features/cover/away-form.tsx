import { cover, type PlannedCover } from '@gurukul/contract/cover';
import { meetingDaysMax } from '@gurukul/contract/meetings';
import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useKnownTeachers } from '#web/calls/use-known-teachers.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { today } from '#web/lib/format/format.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { AskedNote, type Asked } from './asked-note.tsx';
import { classOf, clocksOf, daysOf } from './cover-words.ts';
import classes from './cover.module.css';

const t = coverTexts.away;

/** So many are asked for each meeting; the server does the same. */
const firstAsked = 5;

/** Who is asked for a meeting; where nobody is free, the course admin. */
function askedFor({ candidates: found }: PlannedCover): string {
  const candidates = found.filter(({ is_unchecked }) => !is_unchecked);
  if (candidates.length === 0) return `${coverTexts.ask.nobody} ${coverTexts.ask.adminAsked}`;
  const names = candidates.slice(0, firstAsked).map(({ fullname }) => fullname);
  const others = candidates.length - names.length;
  return t.asks({
    names: others === 0 ? names.join(', ') : t.others({ names: names.join(', '), count: others }),
  });
}

function Planned({ planned, isOffice }: { planned: readonly PlannedCover[]; isOffice: boolean }) {
  return (
    <Stack gap="sm">
      <Text fw={600}>{(isOffice ? t.doesFor : t.does)({ count: planned.length })}</Text>
      <ul className={classes.listed}>
        {planned.map((meeting) => (
          <li key={`${meeting.slot_id} ${meeting.starts_at}`}>
            <Text>{`${classOf(meeting)} · ${clocksOf(meeting)}`}</Text>
            <Text size="sm" c="dimmed">
              {askedFor(meeting)}
            </Text>
          </li>
        ))}
      </ul>
      <Text c="dimmed">{isOffice ? t.notAskedFor : t.notAsked}</Text>
    </Stack>
  );
}

const dayMs = 86_400_000;

function findFault(from: string, to: string): string | null {
  if (from === '' || to === '') return null;
  if (to < from) return t.turned;
  return Date.parse(to) - Date.parse(from) > meetingDaysMax * dayMs
    ? t.tooLong({ days: meetingDaysMax })
    : null;
}

interface AwayFormProps {
  /** The office enters the days of a teacher whom it chooses. */
  isOffice?: boolean;
  onDone: () => void;
}

/** A teacher's days away in two steps: which days, and who is asked for their meetings. */
export function AwayForm({ isOffice = false, onDone }: AwayFormProps) {
  const [teacher, setTeacher] = useState<string | null>(null);
  const teachers = useKnownTeachers(isOffice);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const [planned, setPlanned] = useState<readonly PlannedCover[] | null>(null);
  const [sent, setSent] = useState<Asked | null>(null);
  const [hasTried, setTried] = useState(false);
  const [error, setError] = useState('');
  const ask = useAction(cover.ask_cover);
  const fault = findFault(from, to);
  const input = {
    from,
    to: to || from,
    reason,
    ...(teacher === null ? {} : { teacher_id: Number(teacher) }),
  };
  const lacksTeacher = isOffice && teacher === null;

  const submit = async () => {
    setTried(true);
    setError('');
    if (lacksTeacher || from === '' || fault !== null) return;
    try {
      const answer = await ask.run({ ...input, ...(planned === null ? { preview: true } : {}) });
      if (planned === null) return setPlanned(answer.data);
      const said =
        answer.data.length === 0
          ? isOffice
            ? t.savedFor
            : coverTexts.ask.saved
          : coverTexts.ask.done({ count: answer.data.length });
      tellDone(answer, said, { kind: 'meeting', what: daysOf(input) });
      if (answer.data.length === 0) return onDone();
      setSent(answer);
    } catch (refused) {
      setError(messageOf(refused));
    }
  };

  if (sent) return <AskedNote asked={sent} />;
  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={planned === null ? t.check : t.submit({ count: planned.length })}
      busyLabel={coverTexts.ask.busy}
      isPending={ask.isPending}
      error={error}
      isLong
      actions={
        planned === null ? null : (
          <Button type="button" variant="default" onClick={() => setPlanned(null)}>
            {t.back}
          </Button>
        )
      }
    >
      {planned === null ? (
        <>
          {isOffice ? (
            <Select
              label={coverTexts.teacher}
              data={teachers ?? []}
              value={teacher}
              searchable
              required
              onChange={setTeacher}
              error={hasTried && lacksTeacher ? t.noTeacher : null}
            />
          ) : null}
          <DateField
            label={t.from}
            value={from}
            min={today()}
            required
            onChange={setFrom}
            error={hasTried && from === '' ? t.noDay : null}
          />
          <DateField
            label={t.to}
            description={t.toHint}
            value={to}
            min={today()}
            onChange={setTo}
            error={fault}
          />
          <TextInput
            label={coverTexts.reason}
            description={coverTexts.ask.reasonHint}
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      ) : (
        <Planned planned={planned} isOffice={isOffice} />
      )}
    </FormShell>
  );
}
