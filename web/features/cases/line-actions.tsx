import type { CaseKind, CaseOfLine } from '@gurukul/contract/cases';
import { teacherCaseKinds } from '@gurukul/contract/cases';
import { Button, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useMeetingActions } from '#web/features/meetings/meeting-menu.tsx';
import type { MeetingPlace } from '#web/features/meetings/meeting-dialog.tsx';
import { loadWriteDialog } from '#web/features/messages/write-button.tsx';
import { today } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { casesTexts } from '#web/texts/cases.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import type { MenuItem } from '#web/ui/menu/late-menu.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { laterDays } from './days.ts';
import type { CaseTask } from './case-dialog.tsx';
import { typedTask } from './typed-in-case.ts';
import { useCaseActions, type Line } from './use-case-actions.ts';

const t = casesTexts;

const CaseDialog = lazy(async () => ({ default: (await import('./case-dialog.tsx')).CaseDialog }));

/** Teachers take lines about their classes in hand, and none about money. */
const mayTake = (kind: CaseKind) => session.role !== 'teacher' || teacherCaseKinds.includes(kind);

const failed = (error: unknown) => toast.error(messageOf(error));

/** Of these somebody is called first; of the others the page behind the line says what to do. */
const callKinds: ReadonlySet<CaseKind> = new Set(['three_absences', 'attending_unpaid']);

/** `isCharged`: of a debt; before a fee is charged there is nothing to call about. */
export const isCalled = (kind: CaseKind, isCharged = true) =>
  callKinds.has(kind) && mayTake(kind) && isCharged;

interface MenuProps {
  items: readonly (Line & { readonly case: CaseOfLine | null })[];
  what: string;
  onTask: (task: CaseTask) => void;
  more?: readonly MenuItem[];
  /** What can be done to the meeting that the line is about. */
  meeting?: readonly MenuItem[];
  isDots?: boolean;
}

function CaseMenu({ items, what, onTask, more, meeting, isDots = false }: MenuProps) {
  const actions = useCaseActions(items, what);
  const days = laterDays(today());
  const isAside = items.some(
    (one) => one.case !== null && (one.case.state !== 'open' || one.case.quiet_until),
  );
  const putOff = (until: string) => () => void actions.putOff(until).catch(failed);
  return (
    <MenuButton
      size="compact-sm"
      isDots={isDots}
      label={t.of({ what })}
      isBusy={actions.isPending}
      sections={[
        {
          id: 'actions',
          items: [
            ...(more ?? []),
            { id: 'assign', label: t.assign, onChoose: () => onTask('assign') },
            { id: 'close', label: t.close, onChoose: () => onTask('close') },
            { id: 'dismiss', label: t.dismiss, onChoose: () => onTask('dismiss') },
            ...(isAside
              ? [{ id: 'reopen', label: t.reopen, onChoose: () => void actions.reopen().catch(failed) }]
              : []),
          ],
        },
        {
          id: 'later',
          label: t.putOff,
          items: [
            { id: 'tomorrow', label: t.until.tomorrow, onChoose: putOff(days.tomorrow) },
            { id: 'monday', label: t.until.monday, onChoose: putOff(days.monday) },
            { id: 'month', label: t.until.month, onChoose: putOff(days.month) },
            { id: 'day', label: t.until.day, onChoose: () => onTask('put_off') },
          ],
        },
        ...(meeting ? [{ id: 'meeting', label: t.meeting, items: meeting }] : []),
      ]}
    >
      {t.menu}
      <VisuallyHidden>&nbsp;{what}</VisuallyHidden>
    </MenuButton>
  );
}

interface LineItem {
  readonly line: string;
  readonly case: CaseOfLine | null;
  readonly student_id?: number | null;
  readonly student_name?: string | null;
  readonly class_name?: string | null;
  readonly course_name?: string | null;
}

interface LineActionsProps {
  kind: CaseKind;
  item: LineItem;
  /** The one that the line is about. */
  meeting?: MeetingPlace | undefined;
  isCharged?: boolean;
}

/** What one can do about a line of Today, from any list that has it: a call, and the rest in a menu. */
export function LineActions({ kind, item, meeting, isCharged }: LineActionsProps) {
  const what = item.student_name ?? item.class_name ?? item.course_name ?? '';
  const actions = useCaseActions([item], what);
  const [task, setTask] = useState(() => typedTask([item]));
  const { part: WriteDialog, want } = useOnFirstUse(loadWriteDialog);
  const [isWriting, setWriting] = useState(false);
  const ofMeeting = useMeetingActions(meeting);
  if (!mayTake(kind)) return null;
  const student = item.student_id ?? null;

  const call = async () => {
    try {
      // Who calls already has it: then only the number is asked for.
      const isOwn = item.case?.state === 'open' && item.case.owner?.user_id === Number(session.uid);
      if (!isOwn) await actions.assign(undefined, laterDays(today()).tomorrow);
      setTask('call');
    } catch (error) {
      failed(error);
    }
  };
  const isCall = student !== null && isCalled(kind, isCharged);
  const ofStudent: readonly MenuItem[] = [
    ...(isCall ? [] : [{ id: 'call', label: t.call, onChoose: () => void call() }]),
    { id: 'message', label: t.message, onChoose: () => void want().then(setWriting) },
  ];
  const details: MenuItem = { id: 'details', label: t.details, onChoose: () => setTask('details') };
  return (
    <>
      {isCall ? (
        <Button
          variant="subtle"
          size="compact-sm"
          data-deed
          aria-busy={actions.isPending || undefined}
          onClick={() => void call()}
        >
          {t.call}
          <VisuallyHidden>&nbsp;{what}</VisuallyHidden>
        </Button>
      ) : null}
      <CaseMenu
        isDots
        items={[item]}
        what={what}
        onTask={setTask}
        more={[...(student === null ? [] : ofStudent), ...(item.case === null ? [] : [details])]}
        {...(meeting && { meeting: ofMeeting.items })}
      />
      {ofMeeting.dialog}
      {WriteDialog && student !== null ? (
        <WriteDialog
          audience={{ user_ids: [student] }}
          whom={what}
          isOpen={isWriting}
          onSent={(subject: string) => void actions.note(t.messageNote({ subject }), false).catch(failed)}
          onClose={() => setWriting(false)}
        />
      ) : null}
      <Suspense>
        {task === null ? null : (
          <CaseDialog
            task={task}
            items={[item]}
            what={what}
            student={student}
            onClose={() => setTask(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The same for the selected lines of a list: assign, put off, dismiss, close. */
export function CasesOfSelection({ items }: { items: readonly LineItem[] }) {
  const [task, setTask] = useState<CaseTask | null>(null);
  const what = t.ofMany({ count: items.length });
  return (
    <>
      <CaseMenu items={items} what={what} onTask={setTask} />
      <Suspense>
        {task === null ? null : (
          <CaseDialog task={task} items={items} what={what} student={null} onClose={() => setTask(null)} />
        )}
      </Suspense>
    </>
  );
}
