import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { peekOf, type Peeked } from '#web/peeks.ts';
import { listKeysTexts } from '#web/texts/list-keys.ts';
import { texts } from '#web/texts/texts.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './peek.module.css';

const t = listKeysTexts.peek;

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest('[data-row]') ?? undefined) : undefined;

/**
 * A row's thing, read beside its list. The keyboard stays in the list, and the panel follows it from row to row. On
 * another page it has gone.
 */
export function Peek({ first, onClose }: { first: Peeked; onClose: () => void }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [place] = useState(path);
  const [{ Part, id, link }, setPeeked] = useState(first);
  const isHere = path === place;
  useEffect(() => {
    if (!isHere) return undefined;
    const follow = ({ target }: FocusEvent) => {
      const next = peekOf(rowOf(target));
      if (next) setPeeked(next);
    };
    const close = (event: KeyboardEvent) => {
      const isOnRow = event.target instanceof Element && event.target.matches('[data-row]');
      const isCovered =
        document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
      if (isCovered || !(event.key === 'Escape' || (event.key === ' ' && isOnRow))) return;
      // The row has a use of its own for both.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('keydown', close, true);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('keydown', close, true);
    };
  }, [isHere, onClose]);
  if (!isHere) return null;
  return (
    <aside className={classes.panel} aria-label={t.title} aria-live="polite" data-off-paper>
      <div className={classes.content}>
        <Suspense fallback={<LoadingState />}>
          <Part key={id} id={id} />
        </Suspense>
      </div>
      <footer className={classes.foot}>
        <span>{t.keys}</span>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {texts.ui.close}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            onClose();
            link.click();
          }}
        >
          {t.open}
        </Button>
      </footer>
    </aside>
  );
}
