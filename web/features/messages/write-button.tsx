import type { messages } from '@gurukul/contract/messages';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { Button, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { draftOf } from '#web/lib/address/left-behind.ts';
import { texts } from '#web/texts/texts.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

/** Whom somebody writes to. */
export type Audience = CallInput<typeof messages.preview_message>['audience'];

/** What is answered. */
export interface Reply {
  readonly said: string;
  /** Who said it, and when. */
  readonly by: string;
}

export const loadWriteDialog = async () => (await import('./write-dialog.tsx')).WriteDialog;

/** Under which a text is kept while its session has ended. */
export const draftKeyOf = (audience: Audience | null, reply: Reply | undefined) =>
  `message ${JSON.stringify({ ...audience, ...reply })}`;

interface WriteButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Null: the dialog asks whom it is for. */
  audience: Audience | null;
  /** Names the audience; empty without one. */
  whom: string;
  /** Absent: Write. */
  label?: string;
  /** What somebody said, which this answers. */
  reply?: Reply;
  onSent?: () => void;
}

/** Opens the dialog in which somebody writes; by itself, where they were writing when their session ended. */
export function WriteButton({
  audience,
  whom,
  size,
  variant = 'default',
  label = texts.ui.write,
  reply,
  onSent,
}: WriteButtonProps) {
  const { part: WriteDialog, prepare, want } = useOnFirstUse(loadWriteDialog);
  const [isOpen, setOpen] = useState(false);
  const draftKey = draftKeyOf(audience, reply);
  useEffect(() => {
    if (draftOf(draftKey) !== undefined) void want().then(setOpen);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each key
  }, [draftKey]);
  return (
    <>
      <Button
        size={size}
        variant={variant}
        leftSection={<IconMessage2 aria-hidden size={18} />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void want().then(setOpen)}
      >
        {label}
        <VisuallyHidden>{` ${whom}`}</VisuallyHidden>
      </Button>
      {WriteDialog ? (
        <WriteDialog
          audience={audience}
          whom={whom}
          reply={reply}
          isOpen={isOpen}
          onSent={() => onSent?.()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
