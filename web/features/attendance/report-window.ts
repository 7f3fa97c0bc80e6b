import { useEffect, useRef, useState } from 'react';

/** Sizes of the table in rem, so that it grows with the text; the name is that wide at least. */
export const rem = { name: 8, row: 3, day: 2.75, total: 7.5 } as const;

/** What is drawn: rows and days from `first` up to but not including `last`. */
export interface ReportWindow {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Drawn beyond the edges, so that a quick hand meets no empty table. */
const spare = 1;

const first = (from: number, size: number) => Math.max(0, Math.floor(from / size) - spare);
const last = (to: number, size: number) => Math.max(0, Math.ceil(to / size) + spare);

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the table within a frame of that place and size; `root` is the size of 1rem in px. */
export function drawnIn({ left, top, width, height }: Place, root: number): ReportWindow {
  const days = left - rem.total * root;
  return {
    firstRow: first(top, rem.row * root),
    lastRow: last(top + height, rem.row * root),
    firstDay: first(days, rem.day * root),
    lastDay: last(days + width - rem.name * root, rem.day * root),
  };
}

const isSame = (one: ReportWindow, other: ReportWindow) =>
  one.firstRow === other.firstRow &&
  one.lastRow === other.lastRow &&
  one.firstDay === other.firstDay &&
  one.lastDay === other.lastDay;

const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const seenIn = (frame: HTMLElement) =>
  drawnIn(
    {
      left: frame.scrollLeft,
      top: frame.scrollTop,
      width: frame.clientWidth,
      height: frame.clientHeight,
    },
    rootSize(),
  );

/**
 * The part of a wide table that is in sight. A hundred students on a hundred days are ten thousand cells, and cells out
 * of sight cost as much as those in sight. When `reading` names other rows, the table returns to the first row; the
 * days stay where they are.
 */
export function useDrawn(reading: string) {
  const frame = useRef<HTMLElement>(null);
  const before = useRef(reading);
  const isScrolled = useRef(false);
  const [drawn, setDrawn] = useState<ReportWindow>({ firstRow: 0, lastRow: 12, firstDay: 0, lastDay: 20 });

  const look = () => {
    if (!frame.current) return;
    isScrolled.current = frame.current.scrollTop > 0;
    const next = seenIn(frame.current);
    setDrawn((known) => (isSame(known, next) ? known : next));
  };

  useEffect(() => {
    const observed = frame.current;
    if (!observed) return undefined;
    const observer = new ResizeObserver(() => {
      const next = seenIn(observed);
      setDrawn((known) => (isSame(known, next) ? known : next));
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (before.current === reading) return;
    before.current = reading;
    // Asking the frame itself would have it laid out at once.
    if (isScrolled.current && frame.current) frame.current.scrollTop = 0;
  }, [reading]);

  return { frame, drawn, look };
}
