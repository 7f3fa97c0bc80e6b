import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { Scale } from './layout.ts';

/** Where a dragged block would begin: which of the days, and minutes since midnight. */
export interface Target {
  readonly index: number;
  readonly minutes: number;
}

const step = 15;
/** In pixels: less is a click. */
const begins = 6;

/** The column at a distance from the first one's edge. Columns may differ in width. */
function columnAt(field: HTMLElement, distance: number) {
  let edge = 0;
  const widths = getComputedStyle(field).gridTemplateColumns.split(' ').map(Number.parseFloat);
  const index = widths.findIndex((width) => (edge += width) > distance);
  return index < 0 ? widths.length - 1 : index;
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Takes a block to another time with the mouse or a pen. A finger scrolls; for it and for the keyboard there is Move. */
export function useDrag<M>(
  field: RefObject<HTMLElement | null>,
  { height, minutesAt }: Scale,
  onDrop: (block: M, target: Target) => void,
) {
  const [dragged, setDragged] = useState<{ readonly block: M; readonly target: Target } | null>(null);
  const hasDragged = useRef(false);

  const grab = (event: PointerEvent<HTMLElement>, block: M) => {
    hasDragged.current = false;
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const { clientX, clientY } = event;
    const grip = clientY - event.currentTarget.getBoundingClientRect().top;
    let target: Target | null = null;
    const over = new AbortController();

    const place = (at: globalThis.PointerEvent) => {
      if (!field.current) return;
      const room = field.current.getBoundingClientRect();
      if (!target && Math.hypot(at.clientX - clientX, at.clientY - clientY) < begins) return;
      const minutes = minutesAt(((at.clientY - grip - room.top) / room.height) * height);
      target = {
        index: columnAt(field.current, at.clientX - room.left),
        minutes: within(Math.round(minutes / step) * step, 0, 24 * 60 - step),
      };
      hasDragged.current = true;
      setDragged({ block, target });
    };
    const end = (isDropped: boolean) => {
      over.abort();
      setDragged(null);
      if (isDropped && target) onDrop(block, target);
    };
    const { signal } = over;
    addEventListener('pointermove', place, { signal });
    addEventListener('pointerup', () => end(true), { signal });
    addEventListener('pointercancel', () => end(false), { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  };

  /** The click that ends a drag opens nothing. */
  const isClick = () => !hasDragged.current;
  return { dragged, grab, isClick };
}
