import {
  bring,
  type BringCounts,
  type BringFile,
  type BringInput,
  type BringPreview,
} from '@gurukul/contract/bring';
import { courseDurations } from '@gurukul/contract/courses';
import type { AnsweredRow } from '@gurukul/contract/student-import';
import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { tellDone } from '../audit/tell-done.ts';
import { Figures } from '../spreadsheets/figures.tsx';
import { ImportFrame, ImportWait, OtherFile } from '../spreadsheets/import-frame.tsx';
import { useFilePreview } from '../spreadsheets/use-file-preview.ts';
import { siblingsAmong } from '../student-import/who-is-meant.tsx';
import classes from './bring.module.css';
import { FileCard } from './file-card.tsx';
import type { ChosenFile } from './read-file.ts';
import { BringRows } from './rows.tsx';

const t = bringTexts;

const shown = ['courses', 'classes', 'times', 'teachers', 'students', 'enrolments', 'marks', 'left'] as const;

export const BringFigures = ({ counts }: { counts: BringCounts }) => (
  <Figures figures={shown.map((id) => ({ id, label: t.figures[id], value: counts[id] }))} />
);

interface AsksProps {
  asks: readonly string[];
  waiting: number;
  input: BringInput;
  onSay: (change: Partial<BringInput>) => void;
}

/** What no file says, and somebody has to say once for all rows. */
function Asks({ asks, waiting, input, onSay }: AsksProps) {
  const [zone, setZone] = useState(input.zone ?? '');
  const [admin, setAdmin] = useState(input.course_admin ?? '');
  const isAsked = (ask: string, value: unknown) => asks.includes(ask) || value !== undefined;
  return (
    <div className={classes.fields}>
      {isAsked('zone', input.zone) ? (
        <TextInput
          label={t.asks.zone}
          description={t.asks.zoneHint}
          value={zone}
          onChange={({ currentTarget }) => setZone(currentTarget.value)}
          onBlur={() => zone !== (input.zone ?? '') && onSay({ zone })}
        />
      ) : null}
      {isAsked('course_admin', input.course_admin) ? (
        <TextInput
          type="email"
          label={t.asks.admin}
          value={admin}
          onChange={({ currentTarget }) => setAdmin(currentTarget.value)}
          onBlur={() => admin !== (input.course_admin ?? '') && onSay({ course_admin: admin })}
        />
      ) : null}
      {isAsked('course_duration', input.course_duration) ? (
        <NativeSelect
          label={t.asks.duration}
          data={[
            { value: '', label: t.asks.chooseDuration, disabled: true },
            ...courseDurations.map((value) => ({ value, label: coursesTexts.durations[value] })),
          ]}
          value={input.course_duration ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const course_duration = courseDurations.find((each) => each === value);
            if (course_duration !== undefined) onSay({ course_duration });
          }}
        />
      ) : null}
      {isAsked('make_classes', input.make_classes) ? (
        <Checkbox
          label={t.asks.makeClasses}
          checked={input.make_classes === true}
          onChange={({ currentTarget }) => onSay({ make_classes: currentTarget.checked })}
        />
      ) : null}
      {waiting > 0 ? (
        <Checkbox
          label={t.asks.evenIfFull}
          description={t.waiting(formatNumber(waiting))}
          checked={input.even_if_full === true}
          onChange={({ currentTarget }) => onSay({ even_if_full: currentTarget.checked })}
        />
      ) : null}
    </div>
  );
}

const isNothing = ({ courses, classes: made, times, teachers, enrolments, marks }: BringCounts) =>
  courses + made + times + teachers + enrolments + marks === 0;

interface BringCheckProps {
  files: readonly ChosenFile[];
  said: Omit<BringInput, 'files'>;
  /** Hears what is said, for the case that somebody comes back here. */
  onSay: (change: Partial<BringInput>) => void;
  onDone: (counts: BringCounts, seen: BringPreview) => void;
  onOther: () => void;
}

/** What every row would do. Nothing is saved before the person says so here. */
export function BringCheck({ files, said, onSay, onDone, onOther }: BringCheckProps) {
  const begun: BringInput = { ...said, files: files.map(({ file }) => file) };
  const { input, seen, isPending, error, ...asking } = useFilePreview(bring.bring_preview, begun);
  const { replace } = asking;
  const check = (change: Partial<BringInput> = {}) => {
    onSay(change);
    asking.check(change);
  };
  const saving = useAction(bring.bring_files);
  const isBusy = isPending || saving.isPending;
  const ways = <OtherFile isBusy={saving.isPending} onClick={onOther} />;
  if (!seen || (error && !isPending)) {
    return (
      <Panel>
        <ImportWait
          error={error}
          failedTitle={t.failed}
          checkingText={t.checking}
          onRetry={() => check()}
          ways={ways}
        />
      </Panel>
    );
  }
  const { preview } = seen;
  const names = input.files.map(({ file_name }) => file_name);
  const answers = input.answers ?? [];
  const changeFile = (at: number, change: Partial<BringFile>) =>
    check({ files: input.files.map((file, index) => (index === at ? { ...file, ...change } : file)) });
  const answer = (...given: AnsweredRow[]) =>
    check({ answers: [...new Map([...answers, ...given].map((each) => [each.row, each])).values()] });
  const siblings = siblingsAmong(
    preview.rows
      .filter(({ outcome }) => outcome === 'question')
      .map(({ n, notes }) => ({ row: n, problems: notes })),
  );
  const save = async () => {
    try {
      const saved = await saving.run({ ...input, confirm: true, digest: preview.digest });
      const { left } = saved.data;
      const done = left === 0 ? t.saved : t.savedBut(formatNumber(left));
      tellDone(saved, done, { kind: 'imported', what: names.join(', ').slice(0, 200) });
      onDone(saved.data, preview);
    } catch (failure) {
      if (!replace(failure)) toast.error(refusalOf(failure));
    }
  };
  return (
    <>
      <div className={classes.files}>
        {preview.files.map((read, at) => (
          <FileCard
            // oxlint-disable-next-line react/no-array-index-key -- files keep their order, and two may have one name
            key={at}
            file={input.files[at]!}
            read={read}
            left={files[at]!.left}
            onChange={(change) => changeFile(at, change)}
          />
        ))}
      </div>
      <Panel>
        <ImportFrame
          title={names.join(', ')}
          nothingSaved={t.nothingSaved}
          seen={seen}
          reason={isNothing(preview.counts) ? t.nothingToSave : null}
          saveLabel={saving.isPending ? t.saving : t.save}
          onSave={save}
          busyText={isPending ? t.checking : ''}
          isBusy={isBusy}
          ways={ways}
          rows={
            <BringRows
              rows={preview.rows}
              files={names}
              say={{ answers, onAnswer: answer, onInvited: () => check() }}
            />
          }
        >
          <BringFigures counts={preview.counts} />
          {preview.counts.questions > 0 ? (
            <Alert color="yellow" variant="light" mt="md">
              {t.questions(formatNumber(preview.counts.questions), preview.counts.questions === 1)}
              {siblings.length > 0 ? (
                <Button variant="subtle" size="compact-sm" onClick={() => answer(...siblings)}>
                  {studentsTexts.import.allSiblings}
                </Button>
              ) : null}
            </Alert>
          ) : null}
          <Asks asks={preview.asks} waiting={preview.counts.waiting} input={input} onSay={check} />
        </ImportFrame>
      </Panel>
    </>
  );
}
