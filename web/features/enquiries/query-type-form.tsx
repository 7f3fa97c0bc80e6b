import { enquiries } from '@gurukul/contract/enquiries';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { enquiriesTexts } from '#web/texts/enquiries.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './query-emails.module.css';

const t = enquiriesTexts.types;

export function QueryTypeForm() {
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const action = useAction(enquiries.add_type);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (action.isPending) return;
    const course_type_name = name.trim();
    field.current?.focus();
    if (course_type_name === '') return setFault(t.missing);
    try {
      await action.run({ course_type_name });
      setName('');
      toast.success(t.added);
    } catch (error) {
      setFault(refusalOf(error, t.failed));
    }
  };

  return (
    <form noValidate className={classes.newType} onSubmit={(event) => void add(event)}>
      <TextInput
        ref={field}
        label={t.name}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFault('');
        }}
        error={fault}
        errorProps={{ role: 'alert' }}
        maxLength={100}
        autoComplete="off"
      />
      <Button type="submit" aria-disabled={action.isPending} data-busy={action.isPending || undefined}>
        {action.isPending ? t.busy : t.add}
      </Button>
    </form>
  );
}
