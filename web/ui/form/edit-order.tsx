import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Hint } from '../feedback/hint.tsx';
import classes from './edit-order.module.css';

const t = texts.ui.rows;

/** The list with one row put to another place. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const [row] = rows.slice(from, from + 1);
  const others = rows.toSpliced(from, 1);
  return row === undefined ? [...rows] : others.toSpliced(to, 0, row);
}

interface StepProps {
  label: string;
  /** Why it cannot go further that way; '' when it can. */
  reason: string;
  icon: ReactNode;
  onStep: () => void;
}

/** A button that stays focusable when the row can move no further, so that the keyboard keeps its place. */
function Step({ label, reason, icon, onStep }: StepProps) {
  return (
    <Hint label={reason || label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        aria-disabled={reason !== ''}
        data-disabled={reason !== '' || undefined}
        onClick={reason === '' ? onStep : undefined}
      >
        {icon}
      </ActionIcon>
    </Hint>
  );
}

interface OrderControlsProps {
  /** What the row is called, for the buttons' names. */
  name: string;
  index: number;
  count: number;
  /** Off where rows can only be removed. */
  isOrdered: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}

/** Follows the pointer over the rows of one list; the row changes places as soon as it is over another one. */
function useDrag(onMove: OrderControlsProps['onMove']) {
  const move = useRef(onMove);
  useEffect(() => {
    move.current = onMove;
  });
  return (event: PointerEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    const list = row?.parentElement;
    if (!row || !list || event.button !== 0) return;
    event.preventDefault();
    const end = new AbortController();
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const rows = Array.from(list.children);
      const from = rows.indexOf(row);
      const to = rows.findIndex((other) => {
        const { top, bottom } = other.getBoundingClientRect();
        return clientY >= top && clientY <= bottom;
      });
      if (to < 0 || to === from) return;
      // Only if the row then lies under the pointer: a short row would jump back and forth over a tall one.
      const { top, bottom } = rows[to]!.getBoundingClientRect();
      const { height } = row.getBoundingClientRect();
      if (to > from ? clientY > bottom - height : clientY < top + height) move.current(from, to);
    };
    row.dataset['dragged'] = 'true';
    const stop = () => {
      delete row.dataset['dragged'];
      end.abort();
    };
    window.addEventListener('pointermove', follow, { signal: end.signal });
    window.addEventListener('pointerup', stop, { signal: end.signal });
    window.addEventListener('pointercancel', stop, { signal: end.signal });
  };
}

/** Handle for the pointer, buttons for everybody, and the way to remove the row. */
export function OrderControls({ name, index, count, isOrdered, onMove, onRemove }: OrderControlsProps) {
  const startDrag = useDrag(onMove);
  const remove = (
    <Step
      label={t.removeRow({ name })}
      reason=""
      icon={<IconTrash aria-hidden size={18} />}
      onStep={onRemove}
    />
  );
  if (!isOrdered) return remove;
  return (
    <div className={classes.controls}>
      <span className={classes.handle} title={t.drag({ name })} aria-hidden onPointerDown={startDrag}>
        <IconGripVertical size={20} />
      </span>
      <Step
        label={t.moveUp({ name })}
        reason={index === 0 ? t.atTop : ''}
        icon={<IconArrowUp aria-hidden size={18} />}
        onStep={() => onMove(index, index - 1)}
      />
      <Step
        label={t.moveDown({ name })}
        reason={index === count - 1 ? t.atBottom : ''}
        icon={<IconArrowDown aria-hidden size={18} />}
        onStep={() => onMove(index, index + 1)}
      />
      {remove}
    </div>
  );
}
