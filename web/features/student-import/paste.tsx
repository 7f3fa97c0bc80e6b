import { importRowsMax } from '@gurukul/contract/student-import';
import { Button, Stack, Text, Textarea, Title } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import type { PlaceNames } from './columns.ts';
import { studentsInText } from './pasted.ts';
import { PlaceFields, type PlaceOfAll } from './place-of-all.tsx';
import { rowsMaxText, type Sheet } from './read-chosen.ts';

const t = studentImportTexts.paste;

interface PasteProps {
  text: string;
  onText: (text: string) => void;
  place: PlaceOfAll;
  onPlace: (place: PlaceOfAll) => void;
  /** The place by its names. */
  placed: PlaceNames;
  onSheet: (sheet: Sheet) => void;
}

/** In place of a file: lines from a mail, a chat or a sheet. */
export function Paste({ text, onText, place, onPlace, placed, onSheet }: PasteProps) {
  const [fault, setFault] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  const refuse = (why: string) => {
    setFault(why);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { rows, unread, ignored } = studentsInText(text, placed);
    if (rows.length === 0) return refuse(t.nobody);
    if (rows.length > importRowsMax) return refuse(t.tooMany({ rows: rowsMaxText }));
    onSheet({ file_name: t.name, rows, left: { columns: ignored }, unread });
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <div>
          <Title order={2}>{t.title}</Title>
          <Text c="dimmed">{t.lead}</Text>
        </div>
        <Textarea
          ref={field}
          value={text}
          onChange={(event) => {
            onText(event.currentTarget.value);
            setFault('');
          }}
          label={t.field}
          placeholder={t.example}
          error={fault}
          autosize
          minRows={5}
          maxRows={16}
          spellCheck={false}
          autoComplete="off"
        />
        <FieldRow>
          <PlaceFields place={place} onPlace={onPlace} />
        </FieldRow>
        <Button type="submit" variant="default" style={{ alignSelf: 'start' }}>
          {t.check}
        </Button>
      </Stack>
    </form>
  );
}
