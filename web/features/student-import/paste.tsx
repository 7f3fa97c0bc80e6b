import { people } from '@gurukul/contract/people';
import { importRowsMax } from '@gurukul/contract/student-import';
import { Button, NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { query } from '#web/calls/client.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { texts } from '#web/texts/texts.ts';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { studentsInText } from './pasted.ts';
import { rowsMaxText, type Sheet } from './read-chosen.ts';

const t = studentsTexts.import.paste;

interface PasteProps {
  text: string;
  onText: (text: string) => void;
  onSheet: (sheet: Sheet) => void;
}

/** In place of a file: lines from a mail, a chat or a sheet. */
export function Paste({ text, onText, onSheet }: PasteProps) {
  const offered = useOfferedCourses();
  const [search] = useSearchState();
  const [course, setCourse] = useState(search['course'] ?? '');
  const [className, setClassName] = useState(search['class'] ?? '');
  const [fault, setFault] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const classes = useQuery({
    ...query(people.get_teacher_bycourse, { courseId: Number(course) }),
    enabled: course !== '',
  });
  const classNames = [...new Set(classes.data?.response.map(({ class_name }) => class_name))];

  const refuse = (why: string) => {
    setFault(why);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const course_name = offered.options.find(({ value }) => value === course)?.label ?? '';
    const { rows, unread, ignored } = studentsInText(text, { course_name, class_name: className });
    if (rows.length === 0) return refuse(t.nobody);
    if (rows.length > importRowsMax) return refuse(t.tooMany(rowsMaxText));
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
          <NativeSelect
            value={course}
            onChange={(event) => {
              setCourse(event.currentTarget.value);
              setClassName('');
            }}
            label={t.course}
            data={[
              { value: '', label: offered.isPending ? texts.ui.loading : t.noCourse },
              ...offered.options,
            ]}
          />
          <NativeSelect
            value={className}
            onChange={(event) => setClassName(event.currentTarget.value)}
            label={t.class}
            data={[{ value: '', label: t.noClass }, ...classNames]}
          />
        </FieldRow>
        <Button type="submit" variant="default" style={{ alignSelf: 'start' }}>
          {t.check}
        </Button>
      </Stack>
    </form>
  );
}
