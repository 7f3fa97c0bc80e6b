import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { isHttpsUrl } from '@gurukul/contract/shared/https-url';
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { hasHistory, tellDone } from '#web/features/audit/tell-done.ts';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { withScheme } from '#web/lib/format/https-link.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { nameOf } from './meeting-words.ts';
import { whenOf } from '#web/lib/format/meeting-times.ts';

const t = meetingsTexts.join;

interface JoinLinkFormProps {
  meeting: Meeting;
  /** It is the link of the meeting's recording. */
  isRecording: boolean;
  onDone: () => void;
}

/** Where a meeting, or all of its weekly time, is joined online; or where its recording is watched. */
export function JoinLinkForm({ meeting, isRecording, onDone }: JoinLinkFormProps) {
  const words = isRecording ? meetingsTexts.recording : t;
  // A substitute has this meeting, and not the weekly time.
  const maySetAll = !isRecording && (hasHistory() || !meeting.is_covered);
  const [link, setLink] = useState((isRecording ? meeting.recording_link : meeting.join_link) ?? '');
  const [isForAll, setForAll] = useState(maySetAll);
  const [isTold, setTold] = useState(true);
  const [error, setError] = useState('');
  const [hasTried, setTried] = useState(false);
  const set = useAction(meetings.set_join_link);
  const setRecording = useAction(meetings.set_recording);
  const tidy = withScheme(link.trim());
  const isGood = tidy === '' || isHttpsUrl(tidy);

  const save = async () => {
    setTried(true);
    setError('');
    if (!isGood) return;
    const { slot_id } = meeting;
    try {
      const answer = isRecording
        ? await setRecording.run({ ...nameOf(meeting), recording_link: tidy, tell: isTold })
        : await set.run({
            ...(isForAll ? { slot_id } : nameOf(meeting)),
            join_link: tidy,
            tell: isTold,
          });
      tellDone(answer, tidy === '' ? words.removed : words.saved, {
        kind: 'meeting',
        what: meeting.class_name,
      });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };

  return (
    <FormShell
      onSubmit={() => void save()}
      submitLabel={t.save}
      busyLabel={meetingsTexts.form.busy}
      isPending={set.isPending || setRecording.isPending}
      error={error}
    >
      <TextInput
        label={words.link}
        description={words.hint}
        type="url"
        inputMode="url"
        value={link}
        maxLength={2048}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setLink(event.currentTarget.value)}
        error={hasTried && !isGood ? t.wrong : null}
      />
      {maySetAll ? (
        <Radio.Group
          label={t.of}
          value={isForAll ? 'all' : 'one'}
          onChange={(value) => setForAll(value === 'all')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={t.all({ time: formatWeekdayTime(meeting.starts_at) })} />
            <Radio value="one" label={t.one({ when: whenOf(meeting) })} />
          </Stack>
        </Radio.Group>
      ) : null}
      {tidy === '' ? null : (
        <Checkbox
          label={words.tell}
          checked={isTold}
          onChange={(event) => setTold(event.currentTarget.checked)}
        />
      )}
    </FormShell>
  );
}
