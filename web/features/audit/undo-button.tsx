import type { Change } from '@gurukul/contract/audit';
import { undoKinds } from '@gurukul/contract/call-tables';
import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { OnAgain } from '#web/features/audience/on-again.tsx';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { session } from '#web/lib/session.ts';
import { paths, to, type Path } from '#web/paths.ts';
import { auditTexts } from '#web/texts/audit.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import classes from './change-list.module.css';
import { detailsOf, sentenceOf, whatOf, type Detail } from './change-words.ts';
import { takeBack } from './take-back.ts';

const t = auditTexts.undo;

/** More would not be read before saying yes. */
const mostLines = 5;

const isPutBack = ({ action }: Detail) => action === 'update';

/** The event that the change canceled: people may have heard of it. */
function canceledEvent({ call, about }: Change): number | undefined {
  if (call !== 'events.cancel_event') return undefined;
  const event = about.find(({ thing }) => thing === 'event');
  return event && Number(event.id);
}

/** The consequences of undoing: in words, and column by column. */
function UndoQuestion({ change, onTick }: { change: Change; onTick: (tell: boolean) => void }) {
  const kind = undoKinds[change.call ?? ''] ?? 'changed';
  const eventId = canceledEvent(change);
  const lines = detailsOf(change).filter(isPutBack);
  return (
    <Stack gap="sm">
      <Text c="dimmed">{sentenceOf(change)}</Text>
      <Text>{t.ask[kind]({ what: whatOf(change) || t.unnamed })}</Text>
      {eventId === undefined ? null : <OnAgain eventId={eventId} onTick={onTick} />}
      {lines.length > 0 ? (
        <div>
          <Text size="sm" c="dimmed">
            {t.becomes}
          </Text>
          <ul className={classes.becomes}>
            {lines.slice(0, mostLines).map(({ id, row, label, before }) => (
              <li key={id}>{`${row ? `${row}: ` : ''}${label}: ${before}`}</li>
            ))}
            {lines.length > mostLines ? <li>{t.moreFields({ count: lines.length - mostLines })}</li> : null}
          </ul>
        </div>
      ) : null}
    </Stack>
  );
}

/** The page with the later changes of a subject of the change; null if there is none. */
function historyOf({ about }: Change): Path | null {
  const isAdmin = session.role === 'admin';
  for (const { thing, ...one } of about) {
    const id = Number(one.id);
    if (thing === 'student') return isAdmin ? to(paths.student, id) : to(paths.singleStudent, id);
    if (thing === 'course') return isAdmin ? to(paths.course, id) : to(paths.singleCourse, id);
  }
  return null;
}

interface UndoButtonProps {
  change: Change;
  /** False where the page already shows the timeline that a reason could lead to. */
  leadsToHistory: boolean;
}

/** Undoes a change after naming the consequences; if that is not possible, it says why. */
export function UndoButton({ change, leadsToHistory }: UndoButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { can, why } = change.undo;
  const history = historyOf(change);
  const remedy =
    leadsToHistory && why === 'changed_since' && history !== null
      ? {
          label: t.toHistory,
          follow: () => void navigate({ to: history, search: { tab: 'history' } }),
        }
      : undefined;

  const ask = async () => {
    if (isBusy) return;
    let tell = canceledEvent(change) !== undefined;
    const tick = (isTicked: boolean) => {
      tell = isTicked;
    };
    const question = <UndoQuestion change={change} onTick={tick} />;
    if (!(await confirm(question, { title: t.title }))) return;
    setBusy(true);
    const kind = undoKinds[change.call ?? ''] ?? 'changed';
    await takeBack({ changeId: change.change_id, kind, what: whatOf(change), tell });
    setBusy(false);
  };

  return (
    <ActionButton
      size="compact-md"
      variant="light"
      className={classes.undo}
      disabledReason={can ? '' : t.why[why ?? 'not_undoable']}
      remedy={remedy}
      aria-busy={isBusy}
      onClick={() => void ask()}
    >
      {isBusy ? t.busy : t.label}
      <VisuallyHidden>{`: ${sentenceOf(change)}`}</VisuallyHidden>
    </ActionButton>
  );
}
