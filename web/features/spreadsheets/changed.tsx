import { Alert, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { importsTexts } from '#web/texts/imports.ts';

/** Said where the server found it otherwise than the person saw; the focus is led there. */
export function Changed({ children = importsTexts.changed }: { children?: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert ref={notice} tabIndex={-1} role="alert" color="orange" variant="light" mb="md">
      <Text fw={600}>{importsTexts.changedTitle}</Text>
      {children}
    </Alert>
  );
}
