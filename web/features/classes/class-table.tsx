import type { ClassRow } from '@gurukul/contract/classes';
import type { TeacherName } from '@gurukul/contract/shared/teacher-row';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useDraft, useKeepDraft } from '#web/layout/use-leave-guard.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths } from '#web/paths.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { classColumns } from './class-columns.tsx';
import { ClassDialog } from './class-dialog.tsx';
import type { Task } from './class-form.ts';
import classes from './class-table.module.css';
import { controls, goTo } from './go-to.ts';
import { useClassDeletion } from './use-class-deletion.ts';

const t = classesTexts.table;

const draftKey = 'open class dialog';

interface RowActionsProps {
  slot: ClassRow;
  onOpen: (task: Task) => void;
  onDelete: (slot: ClassRow) => void;
}

function RowActions({ slot, onOpen, onDelete }: RowActionsProps) {
  const label = t.actionsOf({ name: slot.class_name, time: formatWeekdayTime(slot.slot_time) });
  return (
    <fieldset aria-label={label} className={classes.actions}>
      <Button size="compact-sm" variant="light" onClick={() => onOpen({ kind: 'edit', slot })}>
        {t.edit}
      </Button>
      <Button size="compact-sm" variant="light" onClick={() => onOpen({ kind: 'addSlot', slot })}>
        {t.newSlot}
      </Button>
      <Button size="compact-sm" variant="light" color="red" onClick={() => onDelete(slot)}>
        {t.delete}
      </Button>
    </fieldset>
  );
}

interface ClassTableProps {
  courseId: number | null;
  slots: readonly ClassRow[] | undefined;
  error: { message: string } | null;
  onRetry: () => void;
  slotId: number | null;
  onChoose: (slotId: number | '') => void;
  /** Teachers associated with the course. */
  teachers: readonly TeacherName[] | undefined;
}

const newest = (slots: readonly ClassRow[]) => Math.max(...slots.map(({ id }) => id));

/** The weekly slots of the course, with everything that is done to them. */
export function ClassTable(props: ClassTableProps) {
  const { courseId, slots, error, onRetry, slotId, onChoose, teachers } = props;
  const view = useTableSearch({ size: 5 });
  const deletion = useClassDeletion();
  const before = useDraft<Task>(draftKey);
  const [{ new: wanted, name: class_name = '', day: class_day = '' }] = useSearchState();
  // From the steps of a new provider, which go on when the class is there.
  const isFirst = wanted === 'class' && courseId !== null;
  const [task, setTask] = useState<Task>(
    before ?? (isFirst ? { kind: 'create', class_name, class_day } : { kind: 'create' }),
  );
  const [isOpen, setOpen] = useState(before !== null || isFirst);
  const navigate = useNavigate();
  useKeepDraft(draftKey, () => (isOpen ? task : null));

  const open = (next: Task) => {
    setTask(next);
    setOpen(true);
  };

  const create = () => {
    if (courseId !== null) return open({ kind: 'create' });
    toast.warning(t.courseMissing);
    goTo(controls.course);
  };

  const forget = (slot: ClassRow) => {
    setOpen(false);
    if (slot.id === slotId) onChoose('');
    // The row and its buttons are gone; a dialog that closes gives the focus back first.
    requestAnimationFrame(() => goTo(controls.create));
  };

  const remove = async (slot: ClassRow) => {
    if (await deletion.remove(slot)) forget(slot);
  };

  const settle = ({ kind }: Task, saved: readonly ClassRow[]) => {
    setOpen(false);
    if (kind === 'edit') return;
    if (isFirst) {
      void navigate({ to: paths.setup, ignoreBlocker: true });
      return;
    }
    const made = newest(saved);
    const place = saved.findIndex(({ id }) => id === made);
    if (!view.sort) view.setPage(Math.floor(place / view.size) + 1);
    onChoose(made);
  };

  const actionsOf = (slot: ClassRow) => (
    <RowActions slot={slot} onOpen={open} onDelete={(asked) => void remove(asked)} />
  );

  return (
    <Panel
      title={t.title}
      actions={
        <Button id={controls.create} leftSection={<IconPlus aria-hidden size={18} />} onClick={create}>
          {t.create}
        </Button>
      }
    >
      <DataTable
        label={t.label}
        columns={classColumns}
        rows={courseId === null ? noSlots : slots}
        rowId={(slot) => String(slot.id)}
        rowActions={actionsOf}
        view={view}
        query={{ data: slots, error: courseId === null ? null : error, refetch: onRetry }}
        emptyText={courseId === null ? t.chooseCourse : t.empty}
        emptyHint={courseId === null ? undefined : t.emptyHint}
      />
      {courseId === null ? null : (
        <ClassDialog
          courseId={courseId}
          teachers={teachers ?? noTeachers}
          task={task}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onSaved={settle}
          onDeleted={forget}
        />
      )}
    </Panel>
  );
}

const noSlots: readonly ClassRow[] = [];
const noTeachers: readonly TeacherName[] = [];
