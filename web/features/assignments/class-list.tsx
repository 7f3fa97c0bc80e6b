import { classes as calls, type ClassCard, type ClassRow } from '@gurukul/contract/classes';
import type { CourseTeacherRow, TeacherName } from '@gurukul/contract/shared/teacher-row';
import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { loadWriteDialog } from '#web/features/messages/write-button.tsx';
import { offerToTell } from '#web/features/messages/offer-to-tell.ts';
import { useDraft, useKeepDraft } from '#web/layout/use-leave-guard.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths } from '#web/paths.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { CardList } from '#web/ui/table/card-list.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { ClassBox, emptySearch, searchOf } from '../classes/class-cards.tsx';
import { ClassDialog } from '../classes/class-dialog.tsx';
import { taskAsked, type Task } from '../classes/class-form.ts';
import { controls, goTo } from '../classes/go-to.ts';
import { NoCourses } from '../classes/no-courses.tsx';
import classes from './association-page.module.css';
import { TeacherChoice } from './teacher-choice.tsx';
import { useClassTeacher } from './use-class-teacher.ts';
import { useSlotMenu } from './use-slot-menu.ts';

const t = classesTexts.table;

const draftKey = 'open class dialog';

interface OfficeCardProps {
  card: ClassCard;
  imageOf: (teacherId: number | undefined) => string | undefined;
  onOpen: (task: Task) => void;
  onWrite: () => void;
  onDeleted: (slot: ClassRow) => void;
}

/** The slots of a class by who teaches them. */
const byTeacher = ({ slots }: ClassCard) => [
  ...Map.groupBy(slots, ({ teacher }) => teacher?.user_id).values(),
];

function OfficeCard({ card, imageOf, onOpen, onWrite, onDeleted }: OfficeCardProps) {
  const { slots, class_name } = card;
  const { assignAll, isSaving } = useClassTeacher();
  const message = { id: 'write', label: texts.ui.write, onChoose: onWrite };
  const sections = useSlotMenu(slots, { open: onOpen, onDeleted, more: [message] });
  const give = async (to: readonly ClassRow[], teacherId: number) => {
    if (isSaving) return;
    const answer = await assignAll(to, teacherId);
    if (answer) void offerToTell(card, 'teacher', answer);
  };
  const untaught = slots.filter(({ teacher }) => !teacher);
  return (
    <ClassBox
      card={card}
      tools={{
        teachers: byTeacher(card).map((group) => (
          <TeacherChoice
            key={group[0]!.id}
            card={card}
            slots={group}
            image={imageOf(group[0]!.teacher?.user_id)}
            isBusy={isSaving}
            onChoose={(teacherId) => void give(group, teacherId)}
          />
        )),
        menu: <MenuButton isDots label={texts.ui.actionsFor({ name: class_name })} sections={sections} />,
        onEdit: (slot) => onOpen({ kind: 'edit', slot }),
        onTeacher: (teacherId) => void give(untaught.length > 0 ? untaught : slots, teacherId),
      }}
    />
  );
}

interface ClassListProps {
  courseId: number | null;
  /** There is none to choose. */
  isWithoutCourses: boolean;
  slotId: number | null;
  onChoose: (slotId: number | '') => void;
  /** Teachers associated with the course, and all with their pictures. */
  teachers: readonly TeacherName[] | undefined;
  rows: readonly CourseTeacherRow[] | undefined;
}

const newest = (slots: readonly ClassRow[]) => slots.reduce((a, b) => (b.id > a.id ? b : a));

/** The dialog for a class: open at once for a new provider's first one, and where a draft waits. */
function useDialog(courseId: number | null) {
  const before = useDraft<Task>(draftKey);
  const [{ new: wanted, ...asked }] = useSearchState();
  // From the steps of a new provider, which go on when the class is there.
  const isFirst = wanted === 'class' && courseId !== null;
  const isAsked = isFirst || (wanted === 'another' && courseId !== null);
  const [task, setTask] = useState<Task>(before ?? (isAsked ? taskAsked(asked) : { kind: 'create' }));
  const [isOpen, setOpen] = useState(before !== null || isAsked);
  useKeepDraft(draftKey, () => (isOpen ? task : null));
  const open = (next: Task) => {
    setTask(next);
    setOpen(true);
  };
  return { isFirst, task, isOpen, open, close: () => setOpen(false) };
}

/** Write to the people of a class. */
function useWriting() {
  const { part: WriteDialog, want } = useOnFirstUse(loadWriteDialog);
  const [{ card, isOpen }, set] = useState<{ card: ClassCard | null; isOpen: boolean }>({
    card: null,
    isOpen: false,
  });
  const dialog =
    WriteDialog && card ? (
      <WriteDialog
        audience={{ class_id: card.class_id }}
        whom={card.class_name}
        isOpen={isOpen}
        onClose={() => set({ card, isOpen: false })}
      />
    ) : null;
  return { dialog, write: async (to: ClassCard) => set({ card: to, isOpen: await want() }) };
}

/** The classes of the course, with everything that is done to them. */
export function ClassList({ courseId, isWithoutCourses, slotId, onChoose, teachers, rows }: ClassListProps) {
  const list = useQuery({
    ...query(calls.get_classes, { course_id: courseId ?? 0 }),
    enabled: courseId !== null,
  });
  const view = useTableSearch({ size: 5 }, '', 'classes-');
  const { isFirst, task, isOpen, open, close } = useDialog(courseId);
  const { dialog, write } = useWriting();
  const navigate = useNavigate();

  const create = () => {
    if (courseId !== null) return open({ kind: 'create' });
    toast.warning(t.courseMissing);
    goTo(controls.course);
  };

  const forget = (slot: ClassRow) => {
    close();
    if (slot.id === slotId) onChoose('');
    // The card and its buttons are gone; a dialog that closes gives the focus back first.
    requestAnimationFrame(() => goTo(controls.create));
  };

  const settle = ({ kind }: Task, saved: readonly ClassRow[]) => {
    close();
    if (kind === 'edit') return;
    if (isFirst) {
      void navigate({ to: paths.setup, ignoreBlocker: true });
      return;
    }
    const made = newest(saved);
    const place = [...new Set(saved.map(({ class_id }) => class_id))].indexOf(made.class_id);
    view.setPage(Math.floor(place / view.size) + 1);
    onChoose(made.id);
  };

  const choose = isWithoutCourses ? (
    <NoCourses title={classesTexts.choose.noCourses} />
  ) : (
    <EmptyState title={t.chooseCourse} />
  );
  const none = courseId === null ? choose : <EmptyState title={t.empty}>{t.emptyHint}</EmptyState>;
  return (
    <>
      <CardList
        title={t.title}
        label={t.label}
        rows={courseId === null ? [] : list.data?.data}
        rowId={({ class_id }) => class_id}
        view={view}
        search={searchOf}
        query={list}
        first={
          <UnstyledButton id={controls.create} className={classes.create} onClick={create}>
            <IconPlus aria-hidden size={18} />
            {t.create}
          </UnstyledButton>
        }
        empty={view.q ? emptySearch : none}
      >
        {(card) => (
          <OfficeCard
            card={card}
            imageOf={(id) => rows?.find(({ user_id }) => user_id === id)?.image}
            onOpen={open}
            onWrite={() => void write(card)}
            onDeleted={forget}
          />
        )}
      </CardList>
      {dialog}
      {courseId === null ? null : (
        <ClassDialog
          courseId={courseId}
          teachers={teachers ?? []}
          task={task}
          isOpen={isOpen}
          onClose={close}
          onSaved={settle}
          onDeleted={forget}
        />
      )}
    </>
  );
}
