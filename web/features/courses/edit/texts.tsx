import { Stack } from '@mantine/core';
import { useState } from 'react';
import { coursesTexts } from '#web/texts/courses.ts';
import { RichTextEditor } from '#web/ui/form/rich-text-editor.tsx';
import { useEditing } from './store.ts';

const t = coursesTexts.edit;

/** The editors keep what is typed; the draft hears of it. */
export function EditTexts() {
  const { store } = useEditing();
  const [initial] = useState(store.get);
  return (
    <Stack gap="md">
      <RichTextEditor
        label={coursesTexts.add.description}
        initial={initial.description}
        onChange={(html) => store.set('description', () => html)}
      />
      <RichTextEditor
        label={t.whatTheyLearn}
        initial={initial.what_we_learn}
        onChange={(html) => store.set('what_we_learn', () => html)}
      />
      <RichTextEditor
        label={t.note}
        initial={initial.note}
        onChange={(html) => store.set('note', () => html)}
      />
    </Stack>
  );
}
