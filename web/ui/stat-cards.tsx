import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type Icon } from '@tabler/icons-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import type { Address } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from './link.tsx';
import classes from './stat-cards.module.css';

const t = texts.ui;

export interface Stat {
  readonly label: string;
  /** A number is grouped; without one the card shows a dash. */
  readonly value: number | string | null | undefined;
  /** A few words under the value. */
  readonly hint?: string;
  readonly icon?: Icon;
  /** Where the whole card leads. */
  readonly href?: Address;
}

const shown = (value: Stat['value']) =>
  typeof value === 'number' ? formatNumber(value) : (value ?? t.noFigure);

export function Figure({ label, value, hint, icon: StatIcon, isLoading }: Stat & { isLoading: boolean }) {
  return (
    <>
      <span className={classes.label}>
        {StatIcon ? <StatIcon aria-hidden size={16} stroke={1.75} className={classes.icon} /> : null}
        {label}
      </span>{' '}
      <span className={classes.value}>{isLoading ? '\u00A0' : shown(value)}</span>{' '}
      {hint ? <span className={classes.hint}>{hint}</span> : null}
    </>
  );
}

/** Whether the first and the last card are in sight; the browser tells, nothing is measured while scrolling. */
function useEnds(track: RefObject<HTMLElement | null>, count: number) {
  const [seen, setSeen] = useState({ first: true, last: true });
  useEffect(() => {
    const cards = track.current?.querySelectorAll('li');
    const [first, last] = [cards?.[0], cards?.[count - 1]];
    if (!first || !last) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (target === first) setSeen((old) => ({ ...old, first: isIntersecting }));
          if (target === last) setSeen((old) => ({ ...old, last: isIntersecting }));
        }
      },
      { root: track.current, threshold: 0.9 },
    );
    observer.observe(first);
    observer.observe(last);
    return () => observer.disconnect();
  }, [track, count]);
  return seen;
}

interface StepProps {
  label: string;
  icon: Icon;
  isOff: boolean;
  onClick: () => void;
}

/** Stays focusable at the ends, so that stepping by keyboard does not lose its place. */
function Step({ label, icon: StepIcon, isOff, onClick }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={40}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      <StepIcon aria-hidden size={18} />
    </ActionIcon>
  );
}

interface StatCardsProps {
  /** What the figures are about, for screen readers. */
  label: string;
  stats: readonly Stat[];
  /** Their values are on their way. */
  isLoading?: boolean;
}

/** More cards than ever stand side by side. */
const many = 6;

/** Figures side by side: 5, 4, 3 or 1 by the width of the window; the others by swiping, by keyboard or by the buttons. */
export function StatCards({ label, stats, isLoading = false }: StatCardsProps) {
  const track = useRef<HTMLElement>(null);
  const ends = useEnds(track, stats.length);
  const canScroll = !(ends.first && ends.last);
  const step = (direction: 1 | -1) =>
    track.current?.scrollBy({ left: direction * track.current.clientWidth });
  return (
    <div className={classes.root} data-count={Math.min(stats.length, many)}>
      <section
        ref={track}
        className={classes.track}
        aria-label={label}
        aria-busy={isLoading || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={canScroll ? 0 : undefined}
      >
        <ul className={classes.cards}>
          {stats.map((stat) => (
            <li key={stat.label} className={classes.card}>
              {stat.href ? (
                <AppLink href={stat.href} className={classes.link}>
                  <Figure {...stat} isLoading={isLoading} />
                </AppLink>
              ) : (
                <div className={classes.plain}>
                  <Figure {...stat} isLoading={isLoading} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.steps}>
        <Step
          label={t.previousCards({ label })}
          icon={IconChevronLeft}
          isOff={ends.first}
          onClick={() => step(-1)}
        />
        <Step
          label={t.nextCards({ label })}
          icon={IconChevronRight}
          isOff={ends.last}
          onClick={() => step(1)}
        />
      </div>
    </div>
  );
}
