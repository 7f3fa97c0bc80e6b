import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { draftOf } from '#web/lib/address/left-behind.ts';
import classes from './panel.module.css';

interface FoldedPanelProps {
  title: string;
  /** What is in it, in a few words. */
  said: string;
  /** Of the form in it: a draft that was kept opens it. */
  draftKey: string;
  children: ReactNode;
}

/** A panel that few need: it opens at a press. */
export function FoldedPanel({ title, said, draftKey, children }: FoldedPanelProps) {
  const [isOpen, setOpen] = useState(() => draftOf(draftKey) !== undefined);
  return (
    <details
      className={classes.panel}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.summary}>
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{said}</Text>
      </summary>
      {isOpen ? <div className={classes.folded}>{children}</div> : null}
    </details>
  );
}
