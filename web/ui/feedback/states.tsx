import { Button, Text, Title } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import classes from './states.module.css';

export { LoadingState } from './loading-state.tsx';

interface EmptyStateProps {
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** An open book without a word in it yet, under a leaf. */
const OpenBook = () => (
  <svg aria-hidden viewBox="0 0 96 72" width={96} height={72} className={classes.picture}>
    <ellipse cx={48} cy={61} rx={42} ry={8} />
    <path data-part="pages" d="M48 31c-8-6-19-7-30-5v29c11-2 22-1 30 5 8-6 19-7 30-5V26c-11-2-22-1-30 5z" />
    <path
      data-part="lines"
      d="M48 31v29M25 35c5-.6 10-.2 15 1.5M25 43c5-.6 10-.2 15 1.5M56 36.5c5-1.7 10-2.1 15-1.5M56 44.5c5-1.7 10-2.1 15-1.5"
    />
    <path data-part="leaf" d="M48 22c-1-9 5-15 15-16 1 10-5 16-15 16zM48 22l7-8" />
  </svg>
);

/** There is nothing to show, and that is no fault. */
export function EmptyState({ title = texts.ui.noRecords, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <OpenBook />
      <Text fw={600}>{title}</Text>
      {children ? <Text c="dimmed">{children}</Text> : null}
      {action}
    </div>
  );
}

interface FailedStateProps {
  title?: string;
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** The button goes while the try runs, and must not take the keyboard's place on the page along. */
function retryFrom(event: MouseEvent<HTMLElement>, onRetry: () => void) {
  event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
  onRetry();
}

/** Loading failed: says so and offers another try. */
export function FailedState({ title = texts.ui.failedTitle, message, onRetry }: FailedStateProps) {
  return (
    <div className={classes.state} role="alert">
      <IconCloudOff aria-hidden size={32} stroke={1.25} className={classes.icon} />
      <Title order={2} size="h3">
        {title}
      </Title>
      {message ? <Text c="dimmed">{message}</Text> : null}
      {onRetry ? (
        <Button variant="default" onClick={(event) => retryFrom(event, onRetry)}>
          {texts.ui.retry}
        </Button>
      ) : null}
    </div>
  );
}
