import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { FocusedTitle } from '#web/ui/focused-title.tsx';

interface OtherFileProps {
  isBusy: boolean;
  onClick: () => unknown;
}

/** The way back to the choice of a file. */
export const OtherFile = ({ isBusy, onClick }: OtherFileProps) => (
  <Button variant="default" aria-disabled={isBusy} onClick={isBusy ? undefined : () => void onClick()}>
    {importsTexts.another}
  </Button>
);

/** The way back to what the columns of the file are. */
export const ToColumns = ({ isBusy, onClick }: OtherFileProps) => (
  <Button variant="default" aria-disabled={isBusy} onClick={isBusy ? undefined : () => void onClick()}>
    {importsTexts.toColumns}
  </Button>
);

interface ImportWaitProps {
  /** Why there is no preview. */
  error: Error | null;
  failedTitle: string;
  checkingText: string;
  onRetry: () => void;
  ways: ReactNode;
}

/** Stands where the preview will be. */
export const ImportWait = ({ error, failedTitle, checkingText, onRetry, ways }: ImportWaitProps) =>
  error ? (
    <>
      <FailedState title={failedTitle} message={messageOf(error)} onRetry={onRetry} />
      <Group justify="center" gap="sm">
        {ways}
      </Group>
    </>
  ) : (
    <LoadingState label={checkingText} />
  );

/** Said where the server found it otherwise than the person saw; the focus is led there. */
function Changed({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert ref={notice} tabIndex={-1} role="alert" color="orange" variant="light" mb="md">
      <Text fw={600}>{importsTexts.changedTitle}</Text>
      {children}
    </Alert>
  );
}

interface ImportFrameProps {
  title: string;
  order?: 2 | 3;
  nothingSaved: ReactNode;
  seen: { readonly preview: { readonly digest: string }; readonly isOther: boolean };
  changedText?: string;
  /** What is counted, and asked about the whole file. */
  children: ReactNode;
  /** Why nothing can be saved. */
  reason: string | null;
  saveLabel: string;
  onSave: () => unknown;
  /** Said while it is checked again, or saved. */
  busyText: string;
  isBusy: boolean;
  ways: ReactNode;
  /** What each row would do. */
  rows: ReactNode;
}

/** What a file would do. Nothing is saved before the person says so here. */
export const ImportFrame = ({
  title,
  order = 2,
  nothingSaved,
  seen: { preview, isOther },
  changedText = importsTexts.changed,
  children,
  reason,
  saveLabel,
  onSave,
  busyText,
  isBusy,
  ways,
  rows,
}: ImportFrameProps) => (
  <>
    <FocusedTitle order={order}>{title}</FocusedTitle>
    <Text fw={600} mb="md">
      {nothingSaved}
    </Text>
    {isOther ? <Changed key={preview.digest}>{changedText}</Changed> : null}
    {children}
    <Group gap="sm" my="md">
      <ActionButton
        size="md"
        disabledReason={reason}
        aria-disabled={isBusy}
        data-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : () => void onSave()}
      >
        {saveLabel}
      </ActionButton>
      {ways}
    </Group>
    <Text component="output" display="block" size="sm" c="dimmed">
      {isBusy ? busyText : ''}
    </Text>
    {rows}
  </>
);
