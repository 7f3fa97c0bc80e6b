import { people } from '@gurukul/contract/people';
import { classDays, classes, timeZoneNames, type ClassRow } from '@gurukul/contract/classes';
import type { TeacherName } from '@gurukul/contract/shared/teacher-row';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#web/calls/client.ts';
import { messageOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { mayLeave } from '#web/layout/use-leave-guard.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { offerToTell } from '#web/features/messages/offer-to-tell.ts';
import { spokenChoices } from '#web/lib/format/spoken-languages.ts';
import { session } from '#web/lib/session.ts';
import { checksTexts } from '#web/texts/checks.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { findFault, initialFields, newsOf, slotFrom, type ClassFields, type Task } from './class-form.ts';
import { placeOf } from './guess-time-zone.ts';
import { associate } from './invited-teacher.ts';
import { saveAsking } from './save-asking.ts';
import { TeacherField } from './teacher-field.tsx';
import { useClassDeletion } from './use-class-deletion.ts';

const t = classesTexts.dialog;

const days = [
  { value: '', label: t.dayHint },
  ...classDays.map((day) => ({ value: day, label: texts.ui.days[day] })),
];

const zones = timeZoneNames.map((name) => ({ value: name, label: name }));

const submitLabels = { create: t.create, edit: t.update, addSlot: t.addSlot } as const;

function placeHint(name: string): string {
  const zone = timeZoneNames.find((known) => known === name);
  return zone ? t.zoneClock({ place: placeOf(zone) }) : '';
}

const idOf = (text: string) => (text === '' ? undefined : Number(text));

function useSaving(courseId: number, task: Task) {
  const create = useAction(classes.create_class);
  const update = useAction(classes.update_class);

  /**
   * Resolves with the course's slots after saving; 'overtaken' when somebody else saved meanwhile, null when it was
   * refused or canceled.
   */
  const save = async (
    fields: ClassFields,
    { over = false } = {},
  ): Promise<readonly ClassRow[] | 'overtaken' | null> => {
    const slot = slotFrom(fields);
    if (!slot) return null;
    const request = { ...slot, course_id: courseId };
    try {
      if (task.kind === 'edit') {
        const { id, version } = task.slot;
        const seen = over ? {} : { version };
        const marked = { ...request, for_children: fields.for_children };
        const changed = await saveAsking((decision) => update.run({ ...marked, id, ...seen, ...decision }));
        if (changed) {
          tellDone(changed, t.updated, { kind: 'changed', what: request.class_name });
          const news = newsOf(task.slot, request);
          if (news) void offerToTell(task.slot, news, changed, task.slot);
        }
        return changed && changed.data;
      }
      const teacherId = idOf(fields.teacher_id);
      if (teacherId !== undefined) await associate(courseId, teacherId);
      // A class of that name that is there already stays one of children.
      const marked = fields.for_children ? { for_children: true } : {};
      const first = { ...request, ...marked, created_by: session.uid, teacher_id: teacherId };
      const made = await saveAsking((decision) => create.run({ ...first, ...decision }));
      if (made) {
        tellDone(made, t.created, { kind: 'added', what: request.class_name });
        if (task.kind === 'addSlot') void offerToTell(task.slot, 'times', made);
      }
      return made && made.class;
    } catch (error) {
      if (refusedWith(error, 'conflict')) return 'overtaken';
      toast.error(messageOf(error));
      return null;
    }
  };

  return { save, isPending: create.isPending || update.isPending };
}

interface ClassFormProps {
  courseId: number;
  /** Teachers associated with the course. */
  teachers: readonly TeacherName[];
  task: Task;
  onSaved: (slots: readonly ClassRow[]) => void;
  /** `onDone`: before anything else follows. */
  onDelete: (slot: ClassRow, onDone: () => void) => void;
  isDeleting: boolean;
}

function ClassForm({ task: given, ...props }: ClassFormProps) {
  const { courseId, teachers, onSaved, onDelete, isDeleting } = props;
  const client = useQueryClient();
  const [task, setTask] = useState(given);
  const [isOvertaken, setOvertaken] = useState(false);
  const { save, isPending } = useSaving(courseId, task);
  const [initial] = useState(() => initialFields(task));
  const draftKey = `class of course ${courseId}`;
  const beginning = useBeginning(draftKey, initial);
  const form = useForm<ClassFields>({
    initialValues: beginning,
    validate: (fields) => {
      const fault = findFault(fields);
      return fault ? { [fault.field]: fault.text } : {};
    },
  });
  useKeptForm(form, draftKey, initial, { title: t.leaveTitle, text: t.leave });
  const isLocked = task.kind === 'addSlot';
  const { time_zone } = form.values;

  /** What stands here is saved or has nothing to be saved to. */
  const forget = () => form.resetDirty(form.getValues());

  const submit = async (fields: ClassFields, how?: { over: boolean }) => {
    const slots = await save(fields, how);
    if (slots === 'overtaken') setOvertaken(true);
    else if (slots) {
      forget();
      onSaved(slots);
    }
  };

  const load = async () => {
    if (task.kind !== 'edit') return;
    await client.invalidateQueries({ queryKey: [people.get_teacher_bycourse.path] });
    try {
      const { response } = await send(people.get_teacher_bycourse, { courseId });
      const slot = response.find(({ id }) => id === task.slot.id);
      if (!slot) return toast.error(t.gone);
      const now = { ...task, slot };
      setTask(now);
      form.setValues(initialFields(now));
      forget();
      setOvertaken(false);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  const nameHint = { create: undefined, edit: t.nameShared, addSlot: t.nameLocked }[task.kind];
  return (
    <FormShell
      onSubmit={form.onSubmit(
        (fields) => void submit(fields),
        (_, fields) => toast.warning(findFault(fields)?.text ?? ''),
      )}
      submitLabel={submitLabels[task.kind]}
      busyLabel={t.busy}
      isPending={isPending || isDeleting}
      isLong
      actions={
        task.kind === 'edit' ? (
          <Button type="button" variant="light" color="red" onClick={() => onDelete(task.slot, forget)}>
            {t.delete}
          </Button>
        ) : null
      }
    >
      {isOvertaken ? (
        <SavedMeanwhile onLoad={load} onKeep={() => submit(form.getValues(), { over: true })} />
      ) : null}
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
      <NativeSelect
        {...form.getInputProps('language')}
        label={t.language}
        description={t.languageHint}
        data={[{ value: '', label: t.noLanguage }, ...spokenChoices(initial.language)]}
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
      <FieldRow>
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
      </FieldRow>
      <TextInput
        {...form.getInputProps('join_link')}
        label={meetingsTexts.join.link}
        description={meetingsTexts.join.hint}
        type="url"
        inputMode="url"
        maxLength={2048}
        autoComplete="off"
      />
      {isLocked ? null : (
        <Checkbox
          {...form.getInputProps('for_children', { type: 'checkbox' })}
          label={checksTexts.classOf}
          description={checksTexts.classOfHint}
        />
      )}
      {task.kind === 'edit' ? null : (
        <TeacherField
          courseId={courseId}
          teachers={teachers}
          value={form.values.teacher_id}
          onChange={(id) => form.setFieldValue('teacher_id', id)}
        />
      )}
    </FormShell>
  );
}

const titles = { create: t.create, edit: t.edit, addSlot: t.addSlot } as const;

interface ClassDialogProps {
  courseId: number;
  teachers: readonly TeacherName[];
  task: Task;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (task: Task, slots: readonly ClassRow[]) => void;
  onDeleted: (slot: ClassRow) => void;
}

/** Creates a class, changes or deletes one of its slots, or gives it another. */
export function ClassDialog(props: ClassDialogProps) {
  const { courseId, teachers, task, isOpen, onClose, onSaved, onDeleted } = props;
  const deletion = useClassDeletion();

  const remove = async (slot: ClassRow, onDone: () => void) => {
    if (!(await deletion.remove(slot))) return;
    onDone();
    onDeleted(slot);
  };

  const askThenClose = async () => {
    if (await mayLeave()) onClose();
  };

  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      onBack={() => void askThenClose()}
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
        teachers={teachers}
        task={task}
        onSaved={(slots) => onSaved(task, slots)}
        onDelete={(slot, onDone) => void remove(slot, onDone)}
        isDeleting={deletion.isPending}
      />
    </Dialog>
  );
}
