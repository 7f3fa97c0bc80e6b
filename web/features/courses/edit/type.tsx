import { courses, type CourseType } from '@gurukul/contract/courses';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { session } from '#web/lib/session.ts';
import { inLanguage, type Spoken } from '#web/texts/refusals.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { useEditing, usePart } from './store.ts';
import { Cancel } from '#web/ui/feedback/dialog-foot.tsx';

const t = coursesTexts.edit.type;

interface NameFormProps {
  label: string;
  initial: string;
  isPending: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** Stands inside the large form: Enter saves the type alone. */
function NameForm({ label, initial, isPending, onSave, onCancel }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [fault, setFault] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = () => {
    if (isPending) return;
    if (name.trim()) return onSave(name.trim());
    setFault(t.nameRequired);
    field.current?.focus();
  };
  return (
    <Group gap="xs" align="end">
      <TextInput
        ref={field}
        flex="1 1 12rem"
        label={label}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFault('');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          save();
        }}
        error={fault}
        maxLength={100}
      />
      <Button variant="light" aria-disabled={isPending} onClick={save}>
        {t.save}
      </Button>
      <Cancel onClick={onCancel} />
    </Group>
  );
}

const nameKey = ({ type }: CourseType) => type.toLowerCase();

/** The types are shared by all courses; what is chosen here is saved with the course. */
function useTypes(initial: readonly CourseType[]) {
  const { courseId } = useEditing();
  const [types, setTypes] = useState(initial);
  const adding = useAction(courses.add_course_type);
  const editing = useAction(courses.edit_course_type);

  const attempt = async (what: string, send: () => Promise<Spoken & { data: CourseType[] }>) => {
    try {
      const answer = await send();
      setTypes(answer.data);
      tellDone(answer, inLanguage(answer), { kind: 'changed', what });
      return answer.data;
    } catch (error) {
      toast.error(refusalOf(error));
      return null;
    }
  };

  return {
    types,
    isPending: adding.isPending || editing.isPending,
    add: (type: string) => attempt(type, () => adding.run({ id: courseId, type })),
    rename: (id: number, type: string) => attempt(type, () => editing.run({ id, type, state: 'EDIT' })),
    remove: ({ id, type }: CourseType) => attempt(type, () => editing.run({ id, type, state: 'DELETE' })),
  };
}

type Mode = 'choose' | 'add' | 'rename';

export function EditType({ initial }: { initial: readonly CourseType[] }) {
  const { store } = useEditing();
  const { types, isPending, add, rename, remove } = useTypes(initial);
  const chosen = usePart((draft) => draft.type);
  const [mode, setMode] = useState<Mode>('choose');
  const select = useRef<HTMLSelectElement>(null);
  const whyNot = session.isInSecondRole ? texts.errors.mainRoleOnly : '';
  const current = types.find(({ id }) => String(id) === chosen);

  const choose = (id: string) => store.set('type', () => id);
  const close = () => {
    setMode('choose');
    select.current?.focus();
  };

  const tellNoneChosen = () => {
    toast.warning(t.select);
    select.current?.focus();
  };

  const saveName = async (name: string) => {
    const known = new Set(types.map(({ id }) => id));
    const now = mode === 'rename' && current ? await rename(current.id, name) : await add(name);
    if (!now) return;
    const fresh =
      now.find(({ id }) => !known.has(id)) ?? now.find((type) => nameKey(type) === name.toLowerCase());
    if (mode === 'add' && fresh) choose(String(fresh.id));
    close();
  };

  const drop = async (type: CourseType) => {
    if (!(await confirm(t.removeText({ name: type.type }), { action: `${t.remove}: ${type.type}` }))) return;
    if (await remove(type)) choose('');
    select.current?.focus();
  };

  return (
    <div>
      <NativeSelect
        ref={select}
        label={t.label}
        data={[
          { value: '', label: t.none },
          ...types.map(({ id, type }) => ({ value: String(id), label: type })),
        ]}
        value={current ? chosen : ''}
        onChange={(event) => {
          choose(event.currentTarget.value);
          setMode('choose');
        }}
        mb="xs"
      />
      {mode === 'choose' ? (
        <Group gap="xs">
          <ActionButton
            disabledReason={whyNot}
            variant="default"
            size="compact-md"
            onClick={() => setMode('add')}
          >
            {t.add}
          </ActionButton>
          <ActionButton
            disabledReason={whyNot}
            variant="default"
            size="compact-md"
            onClick={() => (current ? setMode('rename') : tellNoneChosen())}
          >
            {t.rename}
          </ActionButton>
          <ActionButton
            disabledReason={whyNot}
            variant="default"
            size="compact-md"
            aria-disabled={isPending}
            onClick={() => (current ? void drop(current) : tellNoneChosen())}
          >
            {t.remove}
          </ActionButton>
        </Group>
      ) : (
        <NameForm
          key={mode}
          label={mode === 'add' ? t.newName : t.otherName}
          initial={mode === 'add' ? '' : (current?.type ?? '')}
          isPending={isPending}
          onSave={(name) => void saveName(name)}
          onCancel={close}
        />
      )}
    </div>
  );
}
