import { Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface LateHintProps {
  id: string;
  /** The element that it is about. */
  at: HTMLElement;
  label: ReactNode;
  onEscape: () => void;
}

/** What a `Hint` shows. */
export function LateHint({ id, at, label, onEscape }: LateHintProps) {
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onEscape();
  });
  return <Tooltip opened target={at} label={<span id={id}>{label}</span>} multiline maw={320} />;
}
