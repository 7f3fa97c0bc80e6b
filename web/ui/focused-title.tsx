import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './focused-title.module.css';

interface FocusedTitleProps {
  order?: 1 | 2 | 3;
  children: string;
}

/** Heading of a step that has just come: keyboard and screen reader go on from here. */
export function FocusedTitle({ order = 2, children }: FocusedTitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Title ref={title} order={order} tabIndex={-1} className={classes.title}>
      {children}
    </Title>
  );
}
