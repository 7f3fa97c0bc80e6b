import { Button, Loader, Text, Title } from '@mantine/core';
import { IconCloudOff, IconLeaf } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import classes from './states.module.css';

interface EmptyStateProps {
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** There is nothing to show, and that is no fault. */
export function EmptyState({ title = texts.ui.noRecords, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <IconLeaf aria-hidden size={32} stroke={1.25} className={classes.icon} />
      <Text fw={600}>{title}</Text>
      {children ? <Text c="dimmed">{children}</Text> : null}
      {action}
    </div>
  );
}

export function LoadingState({ label = texts.ui.loading }: { label?: string }) {
  return (
    <output className={`${classes.state} ${classes.loading}`}>
      <Loader aria-hidden size="md" />
      <Text c="dimmed">{label}</Text>
    </output>
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
