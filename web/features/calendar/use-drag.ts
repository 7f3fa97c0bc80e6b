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

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Takes a block to another time with the mouse or a pen. A finger scrolls; for it and for the keyboard there is Move. */
export function useDrag<M>(
  field: RefObject<HTMLElement | null>,
  days: number,
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
      const room = field.current?.getBoundingClientRect();
      if (!room || (!target && Math.hypot(at.clientX - clientX, at.clientY - clientY) < begins)) return;
      const index = Math.floor(((at.clientX - room.left) / room.width) * days);
      const minutes = minutesAt(((at.clientY - grip - room.top) / room.height) * height);
      target = {
        index: within(index, 0, days - 1),
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
