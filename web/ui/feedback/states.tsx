import { Button, Text, Title } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { lazy, Suspense, type MouseEvent, type ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import classes from './states.module.css';

export { LoadingState } from './loading-state.tsx';

interface EmptyStateProps {
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** The picture is loaded with the first empty state. Without a network the words stand alone. */
const EmptyPicture = lazy(async () => ({
  default: await import('./empty-picture.tsx').then(
    ({ EmptyPicture: Picture }) => Picture,
    () => () => null,
  ),
}));

/** There is nothing to show, and that is no fault. */
export function EmptyState({ title = texts.ui.noRecords, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state} data-empty>
      <Suspense fallback={<div className={classes.room} />}>
        <EmptyPicture />
      </Suspense>
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
