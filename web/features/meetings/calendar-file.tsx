import { calendarBytes } from '@gurukul/contract/meetings';
import { Button, FileButton, Input, Text } from '@mantine/core';
import { useId } from 'react';
import { daysOffTexts } from '#web/texts/days-off.ts';
import classes from './calendar-file.module.css';

const t = daysOffTexts.many;

interface CalendarFileProps {
  file: File | null;
  onChange: (file: File) => void;
  /** The form was sent without one. */
  isMissing: boolean;
}

export const isTooLarge = (file: File) => file.size > calendarBytes;

/** A calendar file, dropped or chosen. */
export function CalendarFile({ file, onChange, isMissing }: CalendarFileProps) {
  const id = useId();
  const take = (chosen: File | null | undefined) => {
    if (chosen) onChange(chosen);
  };
  const fault = file && isTooLarge(file) ? t.tooLarge : isMissing ? t.noFile : null;
  return (
    <Input.Wrapper
      label={t.file}
      labelElement="div"
      labelProps={{ id }}
      description={t.drop}
      descriptionProps={{ id: `${id}-hint` }}
      error={fault}
      errorProps={{ id: `${id}-fault` }}
    >
      <div
        className={classes.zone}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
      >
        <FileButton accept=".ics,text/calendar" onChange={take} inputProps={{ 'aria-labelledby': id }}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              aria-describedby={`${id} ${id}-hint${fault ? ` ${id}-fault` : ''}`}
              aria-invalid={fault !== null || undefined}
            >
              {t.choose}
            </Button>
          )}
        </FileButton>
        <Text component="output" size="sm">
          {file ? t.chosen({ name: file.name }) : null}
        </Text>
      </div>
    </Input.Wrapper>
  );
}
