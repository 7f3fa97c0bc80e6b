import { defaultCourseImage } from '@gurukul/contract/courses';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { upload } from '#web/calls/upload.ts';
import { newKey } from '#web/lib/draft-rows.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { texts } from '#web/texts/texts.ts';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import { linesOf, htmlOf } from './plain.ts';
import type { GlimpseDraft } from './draft.ts';
import { useEditing, usePart } from './store.ts';

const t = coursesTexts.edit;

const emptyGlimpse = (): GlimpseDraft => ({ key: newKey(), id: null, name: '', description: '', image: '' });

const bring = (file: File, onProgress: (share: number) => void) =>
  upload('glimpse_image', file, { onProgress });

function GlimpseFields({ glimpse }: { glimpse: GlimpseDraft }) {
  const { store } = useEditing();
  // What is typed stays as it is typed; only its HTML goes into the draft.
  const [description, setDescription] = useState(() => linesOf(glimpse.description));
  const change = (fields: Partial<GlimpseDraft>) =>
    store.set('glimpses', (rows) =>
      rows.map((row) => (row.key === glimpse.key ? { ...row, ...fields } : row)),
    );
  return (
    <Stack gap="sm">
      <TextInput
        label={t.glimpseName}
        value={glimpse.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        maxLength={200}
      />
      <Textarea
        label={t.glimpseDescription}
        value={description}
        onChange={(event) => {
          setDescription(event.currentTarget.value);
          change({ description: htmlOf(event.currentTarget.value) });
        }}
        maxLength={5000}
        minRows={2}
        autosize
      />
      <UploadField
        label={t.glimpseImage}
        value={glimpse.image}
        onChange={(image) => change({ image })}
        fallback={defaultCourseImage}
        upload={bring}
        failureText={texts.uploads.topicOrGlimpse}
        onBusy={store.busy}
      />
    </Stack>
  );
}

export function EditGlimpses() {
  const { store } = useEditing();
  const glimpses = usePart((draft) => draft.glimpses);
  return (
    <EditRows
      rows={glimpses}
      change={(to) => store.set('glimpses', to)}
      nameOf={(glimpse, index) => glimpse.name.trim() || t.glimpse({ number: index + 1 })}
      renderFields={(glimpse) => <GlimpseFields glimpse={glimpse} />}
      label={t.sections.glimpses}
      addLabel={t.addGlimpse}
      makeRow={emptyGlimpse}
      emptyText={t.noGlimpses}
    />
  );
}
