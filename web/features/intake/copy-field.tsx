import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { intakeTexts } from '#web/texts/intake.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './copy-field.module.css';

const t = intakeTexts.told;

interface CopyFieldProps {
  label: string;
  description?: string;
  value: string;
  /** Takes the keyboard's place when it appears, where the button that was pressed is gone. */
  takesFocus?: boolean;
}

/** A text to be taken elsewhere. */
export function CopyField({ label, description, value, takesFocus = false }: CopyFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus();
    field.current?.select();
  }, [takesFocus]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(t.copied({ what: label }));
    } catch {
      // Browsers keep the clipboard from pages that are not open by https.
      field.current?.select();
      toast.info(t.copyByHand);
    }
  };
  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        className={classes.text}
        classNames={{ input: classes.input }}
        label={label}
        description={description}
        inputWrapperOrder={['label', 'input', 'description']}
        value={value}
        rows={1}
        autosize
        maxRows={8}
        spellCheck={false}
        readOnly
      />
      <Button
        variant="default"
        className={classes.copy}
        leftSection={<IconCopy aria-hidden size={18} />}
        onClick={() => void copy()}
      >
        {t.copy}
        <VisuallyHidden>{` ${label}`}</VisuallyHidden>
      </Button>
    </div>
  );
}
