import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './focused-title.module.css';

/** Heading of a step that has just come: keyboard and screen reader go on from here. */
export function FocusedTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Title ref={title} order={2} tabIndex={-1} className={classes.title}>
      {children}
    </Title>
  );
}
