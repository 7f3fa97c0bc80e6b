import {
  bring,
  type BringCounts,
  type BringFile,
  type BringInput,
  type BringPreview,
  type UnknownName,
} from '@gurukul/contract/bring';
import { courseDurations } from '@gurukul/contract/courses';
import type { AnsweredRow } from '@gurukul/contract/student-import';
import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { InviteButton } from '../accounts/invite-button.tsx';
import { tellDone } from '../audit/tell-done.ts';
import { Figures } from '../imports/figures.tsx';
import { ImportCheck } from '../imports/import-check.tsx';
import { siblingsAmong } from '../student-import/who-is-meant.tsx';
import classes from './bring.module.css';
import { FileCard } from './file-card.tsx';
import { isAbout, MeantField, type Meant } from '../imports/meant.tsx';
import type { ChosenFile } from './read-file.ts';
import { BringRows } from './rows.tsx';

const t = bringTexts;

const shown = ['courses', 'classes', 'times', 'teachers', 'students', 'enrolments', 'marks', 'left'] as const;

export const figuresOf = (counts: BringCounts) =>
  shown.map((id) => ({ id, label: t.figures[id], value: counts[id] }));

interface AsksProps {
  asks: readonly string[];
  unknown: readonly UnknownName[];
  onMeant: (meant: Meant) => void;
  waiting: number;
  /** Nobody has the address of the course admin yet. */
  isNobody: boolean;
  input: BringInput;
  onSay: (change: Partial<BringInput>) => void;
}

/** What no file says, and somebody has to say once for all rows. */
function Asks({ asks, unknown, onMeant, waiting, isNobody, input, onSay }: AsksProps) {
  const [zone, setZone] = useState(input.zone ?? '');
  const [admin, setAdmin] = useState(input.course_admin ?? '');
  const isAsked = (ask: string, value: unknown) => asks.includes(ask) || value !== undefined;
  return (
    <div className={classes.fields}>
      {unknown.map((one) => (
        <MeantField
          key={`${one.course_name} ${one.class_name}`}
          one={one}
          meant={input.meant?.find((each) => isAbout(one, each))}
          onSay={onMeant}
        />
      ))}
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
        <div>
          <TextInput
            type="email"
            label={t.asks.admin}
            value={admin}
            onChange={({ currentTarget }) => setAdmin(currentTarget.value)}
            onBlur={() => admin !== (input.course_admin ?? '') && onSay({ course_admin: admin })}
          />
          {isNobody && input.course_admin ? (
            <InviteButton
              newRole="courseadmin"
              email={input.course_admin}
              label={t.outcomes.invite}
              onInvited={() => onSay({})}
            />
          ) : null}
        </div>
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
          description={t.waiting({ count: formatNumber(waiting) })}
          checked={input.even_if_full === true}
          onChange={({ currentTarget }) => onSay({ even_if_full: currentTarget.checked })}
        />
      ) : null}
    </div>
  );
}

const labelOfAsk = {
  zone: t.asks.zone,
  course_admin: t.asks.admin,
  course_duration: t.asks.duration,
  make_classes: t.asks.makeClasses,
} as const;

/** Why nothing can be saved yet: rows may wait for what no file says. Null: something is new. */
const reasonAgainst = ({ counts, asks, rows }: BringPreview) => {
  if (!isNothing(counts)) return null;
  const names = rows.some(({ unknown }) => unknown !== undefined) ? [t.meant.names] : [];
  const open = [...asks.map((ask) => labelOfAsk[ask]), ...names];
  return open.length > 0 ? t.sayFirst({ what: open.join(', ') }) : t.nothingToSave;
};

const isNothing = ({ courses, classes: made, times, teachers, enrolments, marks }: BringCounts) =>
  courses + made + times + teachers + enrolments + marks === 0;

/** What was saved, and what the person had seen. */
export interface BringResult {
  readonly counts: BringCounts;
  readonly seen: BringPreview;
}

interface BringCheckProps {
  files: readonly ChosenFile[];
  said: Omit<BringInput, 'files'>;
  /** Hears what is said, for the case that somebody comes back here. */
  onSay: (input: BringInput) => void;
  onDone: (done: BringResult) => void;
  onOther: () => void;
}

/** What every row would do. */
export function BringCheck({ files, said, onSay, onDone, onOther }: BringCheckProps) {
  const saving = useAction(bring.bring_files);
  const names = files.map(({ file: { file_name } }) => file_name);
  return (
    <ImportCheck
      hasPanel
      call={bring.bring_preview}
      question={(): BringInput => ({ ...said, files: files.map(({ file }) => file) })}
      onSay={onSay}
      save={(input, digest) => saving.run({ ...input, confirm: true, digest })}
      isSaving={saving.isPending}
      onSaved={(saved, preview) => {
        const { left } = saved.data;
        const done = left === 0 ? t.saved : t.savedBut({ count: formatNumber(left) });
        tellDone(saved, done, { kind: 'imported', what: names.join(', ').slice(0, 200) });
        onDone({ counts: saved.data, seen: preview });
      }}
      checkingText={t.checking}
      onOther={onOther}
    >
      {({ input, preview, check }) => {
        const { files: read, rows, counts, asks, unknown } = preview;
        const answers = input.answers ?? [];
        const changeFile = (at: number, change: Partial<BringFile>) =>
          check({ files: input.files.map((file, index) => (index === at ? { ...file, ...change } : file)) });
        const answer = (...given: AnsweredRow[]) =>
          check({ answers: [...new Map([...answers, ...given].map((each) => [each.row, each])).values()] });
        const meant = input.meant ?? [];
        const say = (said: Meant) =>
          check({ meant: [...meant.filter((each) => !isAbout(said, each)), said] });
        const siblings = siblingsAmong(
          rows
            .filter(({ outcome }) => outcome === 'question')
            .map(({ n, notes }) => ({ row: n, problems: notes })),
        );
        return {
          above: (
            <div className={classes.files}>
              {read.map((each, at) => (
                <FileCard
                  // oxlint-disable-next-line react/no-array-index-key -- files keep their order, and two may have one name
                  key={at}
                  file={input.files[at]!}
                  read={each}
                  left={files[at]!.left}
                  onChange={(change) => changeFile(at, change)}
                />
              ))}
            </div>
          ),
          title: names.join(', '),
          reason: reasonAgainst(preview),
          saveLabel: t.save,
          rows: (
            <BringRows
              rows={rows}
              files={names}
              say={{ answers, onAnswer: answer, onInvited: () => check(), unknown, onMeant: say }}
            />
          ),
          about: (
            <>
              <Figures figures={figuresOf(counts)} />
              {counts.questions > 0 ? (
                <Alert color="yellow" variant="light" mt="md">
                  {t.questions({ count: counts.questions })}
                  {siblings.length > 0 ? (
                    <Button variant="subtle" size="compact-sm" onClick={() => answer(...siblings)}>
                      {studentImportTexts.allSiblings}
                    </Button>
                  ) : null}
                </Alert>
              ) : null}
              <Asks
                asks={asks}
                unknown={unknown}
                onMeant={say}
                waiting={counts.waiting}
                isNobody={rows.some(
                  ({ invite, notes }) =>
                    !invite && notes.some(({ code }) => code === 'bring_invite_course_admin'),
                )}
                input={input}
                onSay={check}
              />
            </>
          ),
        };
      }}
    </ImportCheck>
  );
}
