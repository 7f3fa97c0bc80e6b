import type { TodayFilter, TodayKind } from '@gurukul/contract/dashboards';
import { mostTicked } from '@gurukul/contract/students';
import { Button, Text } from '@mantine/core';
import { IconBell, IconCalendarOff, IconMessage2, IconUsersGroup } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { CasesOfSelection } from '#web/features/cases/line-actions.tsx';
import { teacherCaseKinds } from '@gurukul/contract/cases';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { emptyDraft, type Draft } from '#web/features/messages/draft.ts';
import { loadWriteDialog, type Audience } from '#web/features/messages/write-button.tsx';
import bar from '#web/features/selection/selection-bar.module.css';
import { formatNumber } from '#web/lib/format/format.ts';
import { todayTexts } from '#web/texts/today.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { mostLines, readAllLines, type TodayItem, type TodaySelection } from './today-selection.ts';
import { dayOffOf, actionsOfKind, rowsOf, studentsOf, teachersOf } from './today-targets.ts';
import { meetingsOf } from './uncalled-meetings.ts';

const t = todayTexts;

const loadCancel = async () => (await import('./cancel-meetings-dialog.tsx')).CancelMeetingsDialog;
const loadMove = async () => (await import('#web/features/selection/selection-dialog.tsx')).SelectionDialog;
const loadDayOff = async () => (await import('#web/features/meetings/day-off-form.tsx')).DayOffForm;

interface ActionProps<P> {
  label: string;
  icon: ReactNode;
  load: () => Promise<P>;
  children: (Part: P, isOpen: boolean, close: () => void) => ReactNode;
}

/** A button that opens a dialog, which is loaded when somebody is about to press it. */
function Action<P>({ label, icon, load, children }: ActionProps<P>) {
  const { part, prepare, want } = useOnFirstUse(load);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={icon}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void want().then(setOpen)}
      >
        {label}
      </Button>
      {part ? children(part, isOpen, () => setOpen(false)) : null}
    </>
  );
}

interface WriteProps {
  label: string;
  icon: ReactNode;
  audience: Audience;
  whom: string;
  proposed?: Draft;
}

const Write = ({ label, icon, ...message }: WriteProps) => (
  <Action label={label} icon={icon} load={loadWriteDialog}>
    {(WriteDialog, isOpen, close) => <WriteDialog {...message} isOpen={isOpen} onClose={close} />}
  </Action>
);

interface ActionsProps {
  kind: TodayKind;
  items: readonly TodayItem[];
  onDone: () => void;
}

function Actions({ kind, items, onDone }: ActionsProps) {
  const isOffice = hasHistory();
  const actions = actionsOfKind[kind];
  const teachers = teachersOf(items);
  const students = studentsOf(items);
  const meetings = meetingsOf(items);
  const draft = kind === 'unmarked_class' ? t.drafts.rolls : t.drafts.homework;
  return (
    <>
      {isOffice && actions.includes('remind') && teachers.ids.length > 0 ? (
        <Write
          label={t.remind({ count: teachers.ids.length })}
          icon={<IconBell aria-hidden size={16} />}
          audience={{ teacher_ids: teachers.ids }}
          whom={t.teachers}
          {...(kind === 'three_absences' ? {} : { proposed: { ...emptyDraft, ...draft } })}
        />
      ) : null}
      {isOffice && actions.includes('remind') && teachers.without > 0 ? (
        <Text size="sm">{t.withoutTeacher({ count: teachers.without })}</Text>
      ) : null}
      {actions.includes('write') && students.length > 0 && students.length <= mostTicked ? (
        <Write
          label={t.write({ count: students.length })}
          icon={<IconMessage2 aria-hidden size={16} />}
          audience={{ user_ids: students }}
          whom={t.students}
        />
      ) : null}
      {isOffice && actions.includes('move') && students.length > 0 ? (
        <Action label={t.move} icon={<IconUsersGroup aria-hidden size={16} />} load={loadMove}>
          {(SelectionDialog, isOpen, close) => (
            <SelectionDialog
              key={String(isOpen)}
              kind="move"
              chosen={{ selected: { list: { course_status: 'all' }, rows: rowsOf(items) } }}
              isOpen={isOpen}
              onClose={close}
              onSaved={onDone}
            />
          )}
        </Action>
      ) : null}
      {isOffice && actions.includes('day off') ? (
        <Action label={t.dayOff} icon={<IconCalendarOff aria-hidden size={16} />} load={loadDayOff}>
          {(DayOffForm, isOpen, close) => (
            <Dialog opened={isOpen} onClose={close} title={t.dayOffTitle} size="lg">
              <DayOffForm
                start={dayOffOf(items)}
                onDone={() => {
                  close();
                  onDone();
                }}
              />
            </Dialog>
          )}
        </Action>
      ) : null}
      {actions.includes('cancel') && meetings.length > 0 ? (
        <Action
          label={t.cancel({ count: meetings.length })}
          icon={<IconCalendarOff aria-hidden size={16} />}
          load={loadCancel}
        >
          {(CancelMeetingsDialog, isOpen, close) => (
            <CancelMeetingsDialog
              key={String(isOpen)}
              meetings={meetings}
              isOpen={isOpen}
              onClose={close}
              onDone={onDone}
            />
          )}
        </Action>
      ) : null}
    </>
  );
}

/** Teachers take lines about their classes in hand. */
const mayTakeAll = (kind: TodayKind) => hasHistory() || teacherCaseKinds.includes(kind);

interface TodayBarProps {
  kind: TodayKind;
  filter: TodayFilter;
  selection: TodaySelection;
  /** The lines that the filter finds. */
  total: number | undefined;
}

/** Above the end of the page: how many lines are selected, and what can be done with all of them. */
export function TodayBar({ kind, filter, selection, total = 0 }: TodayBarProps) {
  const [isTaking, setTaking] = useState(false);
  const { items } = selection;
  if (items.length === 0) return null;
  const takeAll = async () => {
    setTaking(true);
    try {
      selection.take(await readAllLines(kind, filter));
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setTaking(false);
    }
  };
  return (
    <section aria-label={t.bar} data-selection-bar className={bar.bar}>
      <output className={bar.count}>{t.selected({ count: formatNumber(items.length) })}</output>
      {total > items.length && total <= mostLines ? (
        <Button variant="subtle" size="compact-sm" loading={isTaking} onClick={() => void takeAll()}>
          {t.all({ count: formatNumber(total) })}
        </Button>
      ) : null}
      {mayTakeAll(kind) ? <CasesOfSelection items={items} /> : null}
      <Actions kind={kind} items={items} onDone={selection.clear} />
      <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
        {t.clear}
      </Button>
    </section>
  );
}
