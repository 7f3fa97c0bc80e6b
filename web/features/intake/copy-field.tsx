import { Button, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toast.tsx';
import classes from './copy-field.module.css';

const t = texts.intake.told;

interface CopyFieldProps {
  label: string;
  description?: string;
  value: string;
}

/** A text to be taken elsewhere. */
export function CopyField({ label, description, value }: CopyFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(t.copied(label));
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
      <Button variant="default" leftSection={<IconCopy aria-hidden size={18} />} onClick={() => void copy()}>
        {t.copy(label)}
      </Button>
    </div>
  );
}
