import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  title?: string;
  children: ReactNode;
}

/** Something to know before going on; no fault, and nothing that just happened. */
export function Notice({ title, children }: NoticeProps) {
  return (
    <div className={classes.notice}>
      {title ? (
        <Text fw={600} mb={4}>
          {title}
        </Text>
      ) : null}
      {children}
    </div>
  );
}
