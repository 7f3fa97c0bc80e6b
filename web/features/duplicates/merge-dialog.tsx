import {
  duplicates,
  type DuplicatePerson,
  type MergeField,
  type MergePreview,
  type MergeSide,
} from '@gurukul/contract/duplicates';
import type { Role } from '@gurukul/contract/shared/calls/roles';
import { Radio, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { FoundField } from '#web/features/search/found-field.tsx';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { openPage } from '#web/lib/undone.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { duplicatesTexts } from '#web/texts/duplicates.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';
import { choicesOf, fieldText } from './field-text.ts';

const t = duplicatesTexts.dialog;

interface ChoiceProps {
  label: string;
  keep: string;
  merge: string;
  value: MergeSide | undefined;
  onChange: (side: MergeSide) => void;
}

/** Which of two values stays. */
const Choice = ({ label, keep, merge, value, onChange }: ChoiceProps) => (
  <Radio.Group
    label={label}
    value={value ?? ''}
    onChange={(side) => onChange(side === 'merge' ? 'merge' : 'keep')}
  >
    <Stack gap={4} mt={4}>
      <Radio value="keep" label={keep} />
      <Radio value="merge" label={merge} />
    </Stack>
  </Radio.Group>
);

type Sides = Readonly<Record<string, MergeSide | undefined>>;

interface Answers {
  readonly fields: Sides;
  /** By class and day. */
  readonly marks: Sides;
  readonly courses: Sides;
}

const noAnswers: Answers = { fields: {}, marks: {}, courses: {} };

const keyOfMark = ({ attendance_id }: MergePreview['clashes']['marks'][number]) => String(attendance_id);

const areAnswered = ({ clashes }: MergePreview, { marks, courses }: Answers) =>
  clashes.marks.every((mark) => marks[keyOfMark(mark)] !== undefined) &&
  clashes.courses.every(({ course_id }) => courses[course_id] !== undefined);

interface PartProps {
  preview: MergePreview;
  answers: Answers;
  onChange: (answers: Answers) => void;
}

function Fields({ preview: { keep, merge }, answers, onChange }: PartProps) {
  const choices = choicesOf(keep, merge);
  if (choices.length === 0) return null;
  const set = (field: MergeField) => (side: MergeSide) =>
    onChange({ ...answers, fields: { ...answers.fields, [field]: side } });
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600}>{t.fields}</Text>
        <Text size="sm" c="dimmed">
          {t.fieldsHint}
        </Text>
      </div>
      {choices.map((field) => (
        <Choice
          key={field}
          label={duplicatesTexts.fields[field]}
          keep={fieldText(keep, field)}
          merge={fieldText(merge, field)}
          value={answers.fields[field] ?? 'keep'}
          onChange={set(field)}
        />
      ))}
    </Stack>
  );
}

function Clashes({ preview: { keep, merge, clashes }, answers, onChange }: PartProps) {
  const withName = ({ fullname }: DuplicatePerson, text: string) => `${text} (${fullname})`;
  return (
    <>
      {clashes.courses.map(({ course_id, course_name, ...side }) => (
        <Choice
          key={course_id}
          label={t.inBoth({ course: course_name })}
          keep={withName(keep, side.keep ?? t.noClass)}
          merge={withName(merge, side.merge ?? t.noClass)}
          value={answers.courses[course_id]}
          onChange={(use) => onChange({ ...answers, courses: { ...answers.courses, [course_id]: use } })}
        />
      ))}
      {clashes.marks.map((mark) => (
        <Choice
          key={keyOfMark(mark)}
          label={t.bothMarked({ className: mark.class_name, date: formatDate(mark.attendance_date) })}
          keep={withName(keep, attendanceTexts.statuses[mark.keep])}
          merge={withName(merge, attendanceTexts.statuses[mark.merge])}
          value={answers.marks[keyOfMark(mark)]}
          onChange={(use) => onChange({ ...answers, marks: { ...answers.marks, [keyOfMark(mark)]: use } })}
        />
      ))}
      {clashes.events.map(({ event_id, event_name }) => (
        <Text key={event_id}>{t.bothRegistered({ event: event_name })}</Text>
      ))}
      {clashes.overlaps.map((overlap) => (
        <Text key={`${overlap.keep} ${overlap.merge} ${overlap.meets_at}`}>
          {t.overlap({ one: overlap.keep, other: overlap.merge, at: formatDateTime(overlap.meets_at) })}
        </Text>
      ))}
    </>
  );
}

const Moves = ({ preview: { keep, moves } }: { preview: MergePreview }) => (
  <output>
    <Text fw={600}>{t.moves({ name: keep.fullname })}</Text>
    <Text>
      {moves.length === 0
        ? t.movesNothing
        : moves.map(({ thing, count }) => t.things[thing]({ count })).join(', ')}
    </Text>
  </output>
);

const given = (sides: Sides, key: string): MergeSide => sides[key] ?? 'keep';

const { student, teacher, course_admin } = t.kinds;

/** With whom the server merges somebody of a role: the same roles, and the student and the colleague of one human. */
const mergedWith: Readonly<Record<Role, Partial<typeof t.kinds>>> = {
  student: { student, teacher, course_admin },
  teacher: { student, teacher },
  courseadmin: { student, course_admin },
  admin: { student },
  coordinator: { student },
};

interface MergeDialogProps {
  keepId: number;
  /** Null: the person is asked for. */
  mergeId: number | null;
  /** The first, when the other is asked for. */
  of?: { readonly name: string; readonly role: Role };
  isOpen: boolean;
  onClose: () => void;
  onMerged?: (survivor: number) => void;
}

/** Asks who stays and what stays of each, shows what moves, and merges exactly that. */
export function MergeDialog({ keepId, mergeId, of, isOpen, onClose, onMerged }: MergeDialogProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(mergeId);
  const [isTurned, setTurned] = useState(false);
  const [answers, setAnswers] = useState(noAnswers);
  const merging = useAction(duplicates.merge_people);
  const isReady = chosen !== null;
  const two = isTurned
    ? { keep_id: chosen ?? keepId, merge_id: keepId }
    : { keep_id: keepId, merge_id: chosen ?? keepId };
  // Who stays is asked with the keyboard on it, so the question stays while the other way is read.
  const asked = {
    ...query(duplicates.merge_people, { ...two, preview: true }),
    placeholderData: keepPreviousData,
  };
  const { read, ...check } = useChecked(asked, isOpen && isReady);

  const save = () =>
    check.carryOut(async ({ keep, merge, clashes, digest }) => {
      // The page of who goes leads to who stays as soon as they are merged.
      const madeAt = openPage();
      const answer = await merging.run({
        ...two,
        digest,
        fields: Object.fromEntries(
          choicesOf(keep, merge).map((field) => [field, given(answers.fields, field)]),
        ),
        marks: clashes.marks.map((mark) => ({
          class_id: mark.class_id,
          attendance_date: mark.attendance_date,
          attendance_id: mark.attendance_id,
          use: given(answers.marks, keyOfMark(mark)),
        })),
        courses: clashes.courses.map(({ course_id }) => ({
          course_id,
          use: given(answers.courses, String(course_id)),
        })),
      });
      tellDone(answer, t.done({ name: keep.fullname }), {
        kind: 'merged',
        what: t.both({ one: keep.fullname, other: merge.fullname }),
        madeAt,
      });
      onClose();
      onMerged?.(keep.user_id);
    });
  const turn = (isTurnedNow: boolean) => {
    setTurned(isTurnedNow);
    setAnswers(noAnswers);
  };
  const both = [read.data?.data.keep, read.data?.data.merge];
  const first = both.find((each) => each?.user_id === keepId);
  const second = both.find((each) => each?.user_id === chosen);
  const since = ({ fullname, registered_at: at }: DuplicatePerson) =>
    t.registered({ name: fullname, date: formatDate(at) });
  const { plan: preview } = check;
  const canSave = preview !== undefined && areAnswered(preview, answers);

  return (
    <CheckedDialog
      isOpen={isOpen}
      onClose={onClose}
      title={of === undefined ? t.title : t.titleOf({ name: of.name })}
      size="lg"
      check={check}
      checkingLabel={t.checking}
      fields={
        <>
          {of ? (
            <FoundField
              kinds={mergedWith[of.role]}
              except={keepId}
              label={t.other}
              description={t.otherHint}
              value={text}
              onChange={setText}
              onChoose={({ id, title, kind }) => {
                setChosen(id);
                setText(title);
                // Of a colleague and a student the account stays.
                turn(of.role === 'student' && kind !== 'student');
              }}
            />
          ) : null}
          {isReady && first && second && first.main_role !== second.main_role ? (
            <Text>{t.colleagueStays({ name: (isTurned ? second : first).fullname })}</Text>
          ) : null}
          {isReady && first && second && first.main_role === second.main_role ? (
            <Radio.Group
              label={t.stays}
              value={isTurned ? 'second' : 'first'}
              onChange={(value) => turn(value === 'second')}
            >
              <Stack gap={4} mt={4}>
                <Radio value="first" label={since(first)} />
                <Radio value="second" label={since(second)} />
              </Stack>
            </Radio.Group>
          ) : null}
        </>
      }
      submitLabel={
        preview
          ? t.save({ merge: preview.merge.fullname, keep: preview.keep.fullname })
          : duplicatesTexts.merge
      }
      isReady={canSave}
      isPending={merging.isPending}
      onSubmit={save}
    >
      {(shown) => (
        <>
          <Fields preview={shown} answers={answers} onChange={setAnswers} />
          <Clashes preview={shown} answers={answers} onChange={setAnswers} />
          <Moves preview={shown} />
          <Text size="sm" c="dimmed">
            {canSave ? t.undo : t.unanswered}
          </Text>
        </>
      )}
    </CheckedDialog>
  );
}
