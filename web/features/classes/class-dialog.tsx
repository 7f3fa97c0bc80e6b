import { classDays, classes, timeZoneNames, type ClassRow } from '@gurukul/contract/classes';
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { messageOf } from '#web/api/errors.ts';
import { useAction } from '#web/api/use-action.ts';
import { session } from '#web/lib/session.ts';
import { texts } from '#web/texts/texts.ts';
import { FieldRow, FormShell } from '#web/ui/form-shell.tsx';
import { toast } from '#web/ui/toast.tsx';
import { findFault, initialFields, timingOf, type ClassFields, type Task } from './class-form.ts';
import { placeOf } from './guess-time-zone.ts';
import { staleAfterChange } from './stale-after-change.ts';
import { useClassDeletion } from './use-class-deletion.ts';

const t = texts.classes.dialog;

const days = [
  { value: '', label: t.dayHint },
  ...classDays.map((day) => ({ value: day, label: texts.classes.days[day] })),
];

const zones = timeZoneNames.map((name) => ({ value: name, label: name }));

const submitLabels = { create: t.create, edit: t.update, timing: t.timing } as const;

function placeHint(name: string): string {
  const zone = timeZoneNames.find((known) => known === name);
  return zone ? t.zoneClock(placeOf(zone)) : '';
}

function useSaving(courseId: number, task: Task) {
  const create = useAction(classes.create_class, { refreshes: staleAfterChange });
  const update = useAction(classes.update_class, { refreshes: staleAfterChange });

  /** Resolves with the course's timings as they are then; null when it was refused. */
  const save = async (fields: ClassFields): Promise<readonly ClassRow[] | null> => {
    const timing = timingOf(fields);
    if (!timing) return null;
    const request = { ...timing, course_id: courseId };
    try {
      if (task.kind === 'edit') {
        const { data } = await update.run({ ...request, id: task.slot.id });
        toast.success(t.updated);
        return data;
      }
      const answer = await create.run({ ...request, created_by: session.uid });
      toast.success(t.created);
      return answer.class;
    } catch (error) {
      toast.error(messageOf(error, texts.errors.wentWrong));
      return null;
    }
  };

  return { save, isPending: create.isPending || update.isPending };
}

interface ClassFormProps {
  courseId: number;
  task: Task;
  onSaved: (slots: readonly ClassRow[]) => void;
  onDelete: (slot: ClassRow) => void;
  isDeleting: boolean;
  onCancel: () => void;
}

function ClassForm({ courseId, task, onSaved, onDelete, isDeleting, onCancel }: ClassFormProps) {
  const { save, isPending } = useSaving(courseId, task);
  const form = useForm<ClassFields>({
    initialValues: initialFields(task),
    validate: (fields) => {
      const fault = findFault(fields);
      return fault ? { [fault.field]: fault.text } : {};
    },
  });
  const isLocked = task.kind === 'timing';
  const { time_zone } = form.values;

  const submit = async (fields: ClassFields) => {
    const slots = await save(fields);
    if (slots) onSaved(slots);
  };

  const nameHint = { create: undefined, edit: t.nameShared, timing: t.nameLocked }[task.kind];
  return (
    <FormShell
      onSubmit={form.onSubmit(
        (fields) => void submit(fields),
        (_, fields) => toast.warning(findFault(fields)?.text ?? ''),
      )}
      submitLabel={submitLabels[task.kind]}
      busyLabel={t.busy}
      isPending={isPending || isDeleting}
      actions={
        <>
          <Button type="button" variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
          {task.kind === 'edit' ? (
            <Button type="button" variant="light" color="red" ms="auto" onClick={() => onDelete(task.slot)}>
              {t.delete}
            </Button>
          ) : null}
        </>
      }
    >
      <TextInput
        {...form.getInputProps('class_name')}
        label={t.name}
        description={nameHint}
        maxLength={100}
        autoComplete="off"
        readOnly={isLocked}
        variant={isLocked ? 'filled' : 'default'}
        data-autofocus={isLocked ? undefined : true}
        required
      />
      <FieldRow>
        <NativeSelect
          {...form.getInputProps('class_day')}
          label={t.day}
          data={days}
          data-autofocus={isLocked || undefined}
          required
        />
        <TextInput {...form.getInputProps('time')} label={t.time} type="time" required />
      </FieldRow>
      <NativeSelect
        {...form.getInputProps('time_zone')}
        label={t.zone}
        description={placeHint(time_zone)}
        data={time_zone ? zones : [{ value: '', label: t.zoneHint }, ...zones]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
      />
      <TextInput
        {...form.getInputProps('duration')}
        label={t.duration}
        inputMode="numeric"
        maxLength={3}
        required
      />
    </FormShell>
  );
}

const titles = { create: t.create, edit: t.edit, timing: t.timing } as const;

interface ClassDialogProps {
  courseId: number;
  task: Task;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (task: Task, slots: readonly ClassRow[]) => void;
  onDeleted: (slot: ClassRow) => void;
}

/** Creates a class, changes or deletes one of its timings, or gives it another. */
export function ClassDialog({ courseId, task, isOpen, onClose, onSaved, onDeleted }: ClassDialogProps) {
  const deletion = useClassDeletion();

  const remove = async (slot: ClassRow) => {
    if (await deletion.remove(slot)) onDeleted(slot);
  };

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={titles[task.kind]}
      size="lg"
      // Mantine hears Esc wherever it is pressed, also in the question above the dialog, which it is to answer alone.
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      closeOnClickOutside={false}
    >
      <ClassForm
        courseId={courseId}
        task={task}
        onSaved={(slots) => onSaved(task, slots)}
        onDelete={(slot) => void remove(slot)}
        isDeleting={deletion.isPending}
        onCancel={onClose}
      />
    </Modal>
  );
}
