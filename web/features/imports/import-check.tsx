import type { PreviewCall } from '@gurukul/contract/shared/calls/call';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { send } from '#web/calls/client.ts';
import { messageOf, refusedWith } from '#web/calls/errors.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = importsTexts;

interface WayBackProps {
  label: string;
  isBusy: boolean;
  onClick: () => unknown;
}

export const WayBack = ({ label, isBusy, onClick }: WayBackProps) => (
  <Button variant="default" aria-disabled={isBusy} onClick={isBusy ? undefined : () => void onClick()}>
    {label}
  </Button>
);

interface NoticeProps {
  color: string;
  title: string;
  children: ReactNode;
}

/** Says why nothing was saved; the focus is led there. */
function NotSavedNotice({ color, title, children }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert ref={notice} tabIndex={-1} role="alert" color={color} variant="light" mb="md">
      <Text fw={600}>{title}</Text>
      {children}
    </Alert>
  );
}

/** A file as it is checked. */
export interface CheckedFile<I, P> {
  /** What was sent: the rows, and what the person said about them. */
  readonly input: I;
  readonly preview: P;
  /** What the person saw, where the save found something else. */
  readonly before: P | null;
  readonly isBusy: boolean;
  /** Asks again, with what the person says now. */
  readonly check: (said?: Partial<I>) => void;
}

/** How a door shows what a file would do. */
interface FileView {
  readonly title: string;
  /** Before the sentence that nothing is saved. */
  readonly kind?: string;
  readonly changedText?: string;
  /** Above all else, outside the panel. */
  readonly above?: ReactNode;
  /** What is counted, and asked about the whole file. */
  readonly about: ReactNode;
  /** Why nothing can be saved. */
  readonly reason: string | null;
  readonly saveLabel: string;
  /** What the button does where it does not save. */
  readonly onAct?: (() => void) | undefined;
  /** What each row would do. */
  readonly rows: ReactNode;
}

interface ImportCheckProps<C, I extends C & object, P, D> {
  /** The call that says what the file would do. */
  call: PreviewCall<C, P>;
  question: () => I;
  /** Hears what is said about the file, for the case that somebody comes back here. */
  onSay?: (input: I) => void;
  save: (input: I, digest: string) => Promise<D>;
  isSaving: boolean;
  onSaved: (done: D, preview: P) => void;
  checkingText: string;
  /** The way back to the columns, where there is one. */
  onColumns?: (() => void) | null;
  onOther: () => unknown;
  /** The door stands in no panel of its page. */
  hasPanel?: boolean;
  children: (file: CheckedFile<I, P>) => FileView;
}

/**
 * What a file would do, asked when it arrives and again when the person has said more. Nothing is saved before the person
 * says so here, and what is found otherwise then is shown first.
 */
export function ImportCheck<C, I extends C & object, P extends { readonly digest: string }, D>(
  props: ImportCheckProps<C, I, P, D>,
) {
  const { call, isSaving, checkingText, onColumns, hasPanel = false } = props;
  const [input, setInput] = useState(props.question);
  const [seen, setSeen] = useState<{ readonly preview: P; readonly before: P | null } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: I) => send(call, given),
    onSuccess: ({ data }) => setSeen({ preview: data, before: null }),
  });
  const [begin] = useState(input);
  useEffect(() => mutate(begin), [mutate, begin]);

  const check = (said: Partial<I> = {}) => {
    const next = { ...input, ...said };
    props.onSay?.(next);
    setInput(next);
    setFailure(null);
    mutate(next);
  };
  const save = async ({ preview: shown }: { readonly preview: P }) => {
    setFailure(null);
    try {
      props.onSaved(await props.save(input, shown.digest), shown);
    } catch (refusal) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the refusal has what the preview's call answers
      const preview = refusedWith(refusal, 'changed_since_check')?.preview as P | undefined;
      if (preview) setSeen({ preview, before: shown });
      else setFailure(refusal);
    }
  };

  const inPanel = (content: ReactNode) => (hasPanel ? <Panel>{content}</Panel> : content);
  const ways = (
    <>
      {onColumns ? <WayBack label={t.toColumns} isBusy={isSaving} onClick={onColumns} /> : null}
      <WayBack label={t.another} isBusy={isSaving} onClick={props.onOther} />
    </>
  );
  if (error && !isPending) {
    return inPanel(
      <>
        <FailedState title={t.checkFailed} message={messageOf(error)} onRetry={() => check()} />
        <Group justify="center" gap="sm">
          {ways}
        </Group>
      </>,
    );
  }
  if (!seen) return inPanel(<LoadingState label={checkingText} />);

  const isBusy = isPending || isSaving;
  const shown = props.children({ input, ...seen, isBusy, check });
  const act = shown.onAct ?? (() => void save(seen));
  return (
    <>
      {shown.above}
      {inPanel(
        <>
          <FocusedTitle order={hasPanel ? 2 : 3}>{shown.title}</FocusedTitle>
          <Text fw={600} mb="md">
            {shown.kind === undefined ? t.nothingSaved : `${shown.kind}. ${t.nothingSaved}`}
          </Text>
          {seen.before ? (
            <NotSavedNotice key={seen.preview.digest} color="orange" title={t.changedTitle}>
              {shown.changedText ?? t.changed}
            </NotSavedNotice>
          ) : null}
          {shown.about}
          {failure === null ? null : (
            <NotSavedNotice color="red" title={t.saveFailed}>
              {messageOf(failure)}
            </NotSavedNotice>
          )}
          <Group gap="sm" my="md">
            <ActionButton
              size="md"
              disabledReason={shown.reason}
              aria-disabled={isBusy}
              data-disabled={isBusy || undefined}
              onClick={isBusy ? undefined : act}
            >
              {isSaving ? t.saving : shown.saveLabel}
            </ActionButton>
            {ways}
          </Group>
          <Text component="output" display="block" size="sm" c="dimmed">
            {isPending ? checkingText : ''}
          </Text>
          {shown.rows}
        </>,
      )}
    </>
  );
}
