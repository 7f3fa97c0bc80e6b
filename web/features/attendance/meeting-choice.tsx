import type { MeetingOfDay } from '@gurukul/contract/shared/meetings/roll';
import { Button, Text } from '@mantine/core';
import { refusedWith } from '#web/calls/errors.ts';
import { meetingKey } from '#web/lib/format/meeting-name.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import classes from './day-choice.module.css';
import { rollWords } from './roll-words.ts';

const t = attendanceTexts.days;

/** The meetings of a day that has several, if the server asks which is meant. */
export const meetingsToChoose = (error: unknown): readonly MeetingOfDay[] | undefined =>
  refusedWith(error, 'several_meetings')?.meetings;

const wordsOf = (meeting: MeetingOfDay) =>
  [...rollWords(meeting), ...(meeting.has_roll ? [t.called] : [])].join(' · ') || t.wholeDay;

interface MeetingChoiceProps {
  /** Absent: one is chosen, and this leads back to the choice. */
  meetings?: readonly MeetingOfDay[];
  /** As an address carries it. */
  onChoose: (meeting: string) => void;
}

/** Which of several meetings of a day. */
export const MeetingChoice = ({ meetings, onChoose }: MeetingChoiceProps) =>
  meetings ? (
    <fieldset className={classes.meetings}>
      <Text component="legend">{t.several}</Text>
      {meetings.map((meeting) => (
        <Button key={meetingKey(meeting)} variant="default" onClick={() => onChoose(meetingKey(meeting))}>
          {wordsOf(meeting)}
        </Button>
      ))}
    </fieldset>
  ) : (
    <Button size="compact-sm" variant="default" mb="sm" onClick={() => onChoose('')}>
      {t.otherMeeting}
    </Button>
  );
