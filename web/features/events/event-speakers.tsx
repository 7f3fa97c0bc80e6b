import { defaultSpeakerImage } from '@gurukul/contract/events';
import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { upload } from '#web/calls/upload.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { texts } from '#web/texts/texts.ts';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import { blankSpeaker, type SpeakerDraft } from './event-form.ts';
import classes from './events.module.css';

const t = eventsTexts.dialog;

const bring = (file: File, onProgress: (share: number) => void) =>
  upload('speaker_image', file, { onProgress });

const nameOf = (speaker: SpeakerDraft, index: number) =>
  speaker.speaker_name.trim() || t.speaker({ place: index + 1 });

interface EventSpeakersProps {
  speakers: readonly SpeakerDraft[];
  change: (to: (speakers: readonly SpeakerDraft[]) => readonly SpeakerDraft[]) => void;
  errorOf: (index: number) => ReactNode;
  onBusy: (isBusy: boolean) => void;
}

/** Who speaks at an event, with pictures. */
export function EventSpeakers({ speakers, change, errorOf, onBusy }: EventSpeakersProps) {
  const set = (key: string, fields: Partial<SpeakerDraft>) =>
    change((rows) => rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  return (
    <EditRows
      rows={speakers}
      change={change}
      nameOf={nameOf}
      label={t.speakers}
      addLabel={t.addSpeaker}
      makeRow={blankSpeaker}
      emptyText={t.noSpeakers}
      isOrdered={false}
      renderFields={(speaker) => (
        <div className={classes.speaker}>
          <TextInput
            label={t.speakerName}
            value={speaker.speaker_name}
            onChange={({ currentTarget }) => set(speaker.key, { speaker_name: currentTarget.value })}
            error={errorOf(speakers.indexOf(speaker))}
            maxLength={200}
            autoComplete="off"
          />
          <UploadField
            label={t.speakerImage}
            value={speaker.speaker_image}
            onChange={(speaker_image) => set(speaker.key, { speaker_image })}
            fallback={defaultSpeakerImage}
            upload={bring}
            failureText={texts.uploads.otherImage}
            onBusy={onBusy}
          />
          <UsualImage value={speaker.speaker_image} onReset={() => set(speaker.key, { speaker_image: '' })} />
        </div>
      )}
    />
  );
}

/** Back from an own picture to the one that stands there otherwise. */
export function UsualImage({ value, onReset }: { value: string; onReset: () => void }) {
  if (!value) return null;
  return (
    <Button variant="subtle" size="compact-sm" className={classes.usual} onClick={onReset}>
      {t.usualImage}
    </Button>
  );
}
