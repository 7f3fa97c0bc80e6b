import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import classes from './data-table.module.css';

interface FoldedActionsProps {
  /** The name of the row's subject. */
  name: string;
  /** Rendered when a person opens them: most rows are never opened. */
  actions: ReactNode;
}

/** What actions bring up: a question, or a message with its Undo, after which the focus comes back. */
const ofActions = '[role="dialog"], [role="alertdialog"], [role="alert"]';

/**
 * The actions of a row behind one button, so that its data has room. They open over the row itself and not in a layer
 * above the page: the focus returns from a question to its button, and from the row to its table.
 */
export function FoldedActions({ name, actions }: FoldedActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);

  // A press on nothing takes the focus nowhere, so it is heard by itself. One on a question, or beside it, is its own.
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ target }: MouseEvent) => {
      const isOutside = target instanceof Element && !place.current?.contains(target);
      if (
        isOutside &&
        !target.closest(ofActions) &&
        document.querySelector('[role="dialog"], [role="alertdialog"]') === null
      )
        setOpen(false);
    };
    document.addEventListener('mousedown', close);
    return () => document.removeEventListener('mousedown', close);
  }, [isOpen]);

  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    // A question that is asked takes the focus and brings it back.
    const hasLeft = relatedTarget !== null && !currentTarget.contains(relatedTarget);
    if (hasLeft && relatedTarget.closest(ofActions) === null) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A question asked from here lies above the page and has an Escape of its own.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || !isOpen || !isHere) return;
    event.stopPropagation();
    setOpen(false);
    opener.current?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only follows what its buttons do
    <div ref={place} className={classes.folded} onBlur={onBlur} onKeyDown={onKeyDown}>
      <ActionIcon
        ref={opener}
        variant="subtle"
        size={28}
        aria-label={texts.ui.actionsFor({ name })}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconDots aria-hidden size={18} />
      </ActionIcon>
      {isOpen ? <div className={classes.unfolded}>{actions}</div> : null}
    </div>
  );
}
