import {
  selection,
  type SelectionChange,
  type SelectionKind,
  type SelectionPreview,
} from '@gurukul/contract/selection';
import { paymentStatuses, registrationStatuses } from '@gurukul/contract/students';
import { events } from '@gurukul/contract/events';
import { people } from '@gurukul/contract/people';
import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { spokenChoices } from '#web/lib/format/spoken-languages.ts';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { regionOptions } from '#web/features/regions/region-options.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { classesOf } from '#web/features/classes/classes-of.ts';
import { firstNames } from '#web/lib/first-names.ts';
import { formatDate, formatNumber } from '#web/lib/format/format.ts';
import { selectionTexts } from '#web/texts/selection.ts';
import { valueText } from '#web/texts/values.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';
import { forgetSave, keepSave, tellSaved } from './unfinished-save.ts';
import type { SelectionState } from './use-selection.ts';

const t = selectionTexts;

interface Choice {
  readonly value: string;
  readonly label: string;
}

const valuesOf: Partial<Record<SelectionKind, readonly Choice[]>> = {
  payment_status: paymentStatuses.map((value) => ({ value, label: valueText('payment', value) })),
  registration_status: registrationStatuses.map((value) => ({
    value,
    label: valueText('registration', value),
  })),
  language: spokenChoices(),
  region: regionOptions,
};

/** What the person has filled in, by kind. */
interface Wish {
  readonly value: string;
  readonly course: string;
  readonly class: string;
  readonly evenIfFull: boolean;
}

const nothing: Wish = { value: '', course: '', class: '', evenIfFull: false };

const find = <T extends string>(all: readonly T[], value: string) => all.find((each) => each === value);

/** The change that the wish stands for; null while something is missing. */
function changeOf(kind: SelectionKind, wish: Wish): SelectionChange | null {
  const { value, course, evenIfFull: even_if_full } = wish;
  if (kind === 'unassociate' || kind === 'delete') return { kind };
  if (kind === 'move') {
    const class_id = wish.class ? Number(wish.class) : null;
    return course ? { kind, course_id: Number(course), class_id, even_if_full } : null;
  }
  if (kind === 'register') return value ? { kind, event_id: Number(value) } : null;
  if (kind === 'region') return value ? { kind, region: value } : null;
  const payment_status = find(paymentStatuses, value);
  if (kind === 'payment_status') return payment_status ? { kind, payment_status } : null;
  const registration_status = find(registrationStatuses, value);
  if (kind === 'registration_status') return registration_status ? { kind, registration_status } : null;
  return value ? { kind, language: value } : null;
}

interface FieldsProps {
  wish: Wish;
  onChange: (wish: Wish) => void;
}

const withNone = (choices: readonly Choice[], label = t.choose) => [{ value: '', label }, ...choices];

/** A course and one of its classes. */
function MoveFields({ wish, onChange }: FieldsProps) {
  const courses = useOfferedCourses();
  const read = useQuery({
    ...query(people.get_teacher_bycourse, { courseId: Number(wish.course) }),
    enabled: wish.course !== '',
  });
  return (
    <>
      <NativeSelect
        data-autofocus
        label={t.course}
        data={withNone(courses.options)}
        value={wish.course}
        onChange={({ currentTarget }) => onChange({ ...wish, course: currentTarget.value, class: '' })}
      />
      <NativeSelect
        label={t.class}
        data={withNone(classesOf(read.data), t.noClass)}
        disabled={wish.course === ''}
        value={wish.class}
        onChange={({ currentTarget }) => onChange({ ...wish, class: currentTarget.value })}
      />
      <Checkbox
        label={t.evenIfFull}
        checked={wish.evenIfFull}
        onChange={({ currentTarget }) => onChange({ ...wish, evenIfFull: currentTarget.checked })}
      />
    </>
  );
}

/** Events that can still be joined. */
function EventField({ wish, onChange }: FieldsProps) {
  const read = useQuery(query(events.get_events, {}));
  const choices = (read.data?.data.data ?? [])
    .filter(({ live_status }) => live_status !== 'canceled')
    .map(({ event_id, event_name, event_date }) => ({
      value: String(event_id),
      label: `${event_name} (${formatDate(event_date)})`,
    }));
  return (
    <NativeSelect
      data-autofocus
      label={t.event}
      data={withNone(choices)}
      value={wish.value}
      onChange={({ currentTarget }) => onChange({ ...wish, value: currentTarget.value })}
    />
  );
}

function Fields({ kind, wish, onChange }: FieldsProps & { kind: SelectionKind }) {
  if (kind === 'move') return <MoveFields wish={wish} onChange={onChange} />;
  if (kind === 'register') return <EventField wish={wish} onChange={onChange} />;
  const choices = valuesOf[kind];
  if (!choices) return null;
  return (
    <NativeSelect
      data-autofocus
      label={t.actions[kind]}
      data={withNone(choices)}
      value={wish.value}
      onChange={({ currentTarget }) => onChange({ ...wish, value: currentTarget.value })}
    />
  );
}

/** Who changes, and who stays for which reason. */
function Preview({ preview: { selected, changes, stays } }: { preview: SelectionPreview }) {
  const stayed = selected - changes;
  return (
    <output>
      <Text fw={600}>{changes === 0 ? t.nobody : t.changes({ count: changes })}</Text>
      {stayed > 0 ? <Text>{t.stays({ count: stayed })}</Text> : null}
      <ul>
        {stays.map((stay) => (
          <li key={stay.reason}>
            {t.reason({
              count: formatNumber(stay.count),
              why: t.reasons[stay.reason],
              names: firstNames(stay) || 'none',
            })}
          </li>
        ))}
      </ul>
    </output>
  );
}

const wordsOf = (kind: SelectionKind) => {
  const { save } = t;
  if (kind === 'move' || kind === 'register' || kind === 'unassociate' || kind === 'delete')
    return save[kind];
  return save.change;
};

interface SelectionDialogProps {
  kind: SelectionKind;
  chosen: Pick<SelectionState, 'selected'>;
  /** What the students become, where that is known; otherwise the dialog asks. */
  value?: string;
  /** Instead of that question, such as whom it concerns. */
  children?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Asks what the selected students should become, shows what this does to each, and saves exactly that. */
export function SelectionDialog({
  kind,
  chosen,
  value = '',
  children,
  isOpen,
  onClose,
  onSaved,
}: SelectionDialogProps) {
  const [wish, setWish] = useState({ ...nothing, value });
  const action = useAction(selection.save_change, { onSend: keepSave });
  const { selected } = chosen;
  const change = changeOf(kind, wish);
  const check = useChecked(
    query(selection.preview_change, { selected, change: change ?? { kind: 'unassociate' } }),
    isOpen && change !== null,
  );

  const save = () =>
    check.carryOut(async ({ digest }) => {
      if (!change) return;
      try {
        tellSaved(await action.run({ selected, change, digest }));
      } catch (error) {
        // Without an answer nobody knows what became of it; the next press asks with the same key, and so does a reload.
        if (!(error instanceof ApiError && error.isPassing)) forgetSave();
        throw error;
      }
      forgetSave();
      onSaved();
    });
  const isRemoving = kind === 'delete' || kind === 'unassociate';
  const close = () => {
    forgetSave();
    onClose();
  };
  const { changes } = check.plan ?? { changes: 0 };

  return (
    <CheckedDialog
      isOpen={isOpen}
      onClose={close}
      title={t.actions[kind]}
      check={check}
      checkingLabel={t.checking}
      fields={children ?? <Fields kind={kind} wish={wish} onChange={setWish} />}
      submitLabel={check.plan ? wordsOf(kind)({ count: changes }) : t.actions[kind]}
      color={isRemoving ? 'red' : undefined}
      isReady={changes > 0}
      isPending={action.isPending}
      onSubmit={save}
    >
      {(plan) => <Preview preview={plan} />}
    </CheckedDialog>
  );
}
