import { cover, type CoverCandidate, type PlannedCover } from '@gurukul/contract/cover';
import type { Meeting } from '@gurukul/contract/meetings';
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { askedOnce } from '#web/calls/use-checked.ts';
import { hasHistory, tellDone } from '#web/features/audit/tell-done.ts';
import { checksTexts } from '#web/texts/checks.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { timesOf } from '#web/lib/format/meeting-times.ts';
import { AskedNote, type Asked } from './asked-note.tsx';

const t = coverTexts.ask;

/** So many are ticked at first. */
const firstAsked = 5;

/** Everybody who is free, the best first. */
const candidatesOf = (planned: readonly PlannedCover[]): readonly CoverCandidate[] => [
  ...new Map(planned.flatMap(({ candidates }) => candidates).map((one) => [one.teacher_id, one])).values(),
];

interface CandidatesProps {
  candidates: readonly CoverCandidate[];
  ticked: ReadonlySet<number>;
  onChange: (ticked: ReadonlySet<number>) => void;
  error: string | null;
}

const Candidates = ({ candidates, ticked, onChange, error }: CandidatesProps) => (
  <Checkbox.Group
    label={t.who}
    error={error}
    value={[...ticked].map(String)}
    onChange={(ids) => onChange(new Set(ids.map(Number)))}
  >
    <Stack gap="xs" mt="xs">
      {candidates.map(({ teacher_id, fullname, covers, is_unchecked }) => (
        <Checkbox
          key={teacher_id}
          value={String(teacher_id)}
          label={fullname}
          description={
            [is_unchecked && checksTexts.noCheck, t.covers({ count: covers })].filter(Boolean).join(' · ') ||
            undefined
          }
        />
      ))}
    </Stack>
  </Checkbox.Group>
);

interface AskFormProps {
  meeting: Meeting;
  /** Nobody can take it, so it is canceled. */
  onCancel: () => void;
}

/** Asks others to take one meeting: the teacher for their own, the office for anybody's. */
export function AskForm({ meeting, onCancel }: AskFormProps) {
  const { slot_id, held_on, teacher_id, class_id, class_name } = meeting;
  const isOffice = hasHistory();
  const input = {
    slot_id,
    from: held_on,
    to: held_on,
    ...(isOffice && teacher_id !== null ? { teacher_id } : {}),
  };
  const hasTeacher = teacher_id !== null;
  const plan = useQuery({
    ...query(cover.ask_cover, { ...input, preview: true }),
    enabled: hasTeacher,
    // What is ticked stays as it is.
    ...askedOnce,
  });
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const [error, setError] = useState('');
  const [sent, setSent] = useState<Asked | null>(null);
  const ask = useAction(cover.ask_cover);

  if (!hasTeacher) {
    return (
      <>
        <Text>{t.noTeacher}</Text>
        <LoneLink href={thingAddress('class', class_id)}>{t.toClass}</LoneLink>
      </>
    );
  }
  if (sent) return <AskedNote asked={sent} />;
  if (plan.error) return <FailedState message={plan.error.message} onRetry={() => void plan.refetch()} />;
  if (!plan.data) return <LoadingState />;
  const planned = plan.data.data;
  if (planned.length === 0) return <Text>{t.nothing}</Text>;

  const candidates = candidatesOf(planned);
  const ticked =
    chosen ??
    new Set(
      candidates
        .filter((one) => !one.is_unchecked)
        .slice(0, firstAsked)
        .map((one) => one.teacher_id),
    );
  const isNobodyFree = candidates.length === 0;

  const submit = async () => {
    setTried(true);
    setError('');
    if (!isNobodyFree && ticked.size === 0) return;
    const ids = candidates.map((one) => one.teacher_id).filter((id) => ticked.has(id));
    try {
      const answer = await ask.run({ ...input, reason, ...(isNobodyFree ? {} : { ask: ids }) });
      tellDone(answer, t.done({ count: answer.data.length }), { kind: 'meeting', what: class_name });
      setSent(answer);
    } catch (refused) {
      setError(messageOf(refused));
    }
  };

  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={isNobodyFree ? t.askAdmin : t.submit({ count: ticked.size })}
      busyLabel={t.busy}
      isPending={ask.isPending}
      error={error}
      isLong
      actions={
        isNobodyFree ? (
          <Button type="button" variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
        ) : null
      }
    >
      <Text>{timesOf(meeting).join(' · ')}</Text>
      {isNobodyFree ? (
        <Text>{`${t.nobody} ${isOffice ? t.courseAdminAsked : t.adminAsked}`}</Text>
      ) : (
        <Candidates
          candidates={candidates}
          ticked={ticked}
          onChange={setChosen}
          error={hasTried && ticked.size === 0 ? t.tickOne : null}
        />
      )}
      <TextInput
        label={coverTexts.reason}
        description={t.reasonHint}
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </FormShell>
  );
}
