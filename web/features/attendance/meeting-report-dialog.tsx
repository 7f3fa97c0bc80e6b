import {
  attendance,
  participantsMax,
  type AttendanceStatus,
  type MatchedParticipant,
} from '@gurukul/contract/attendance';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import {
  Alert,
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { send } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { ChooseFile } from '#web/features/spreadsheets/choose-file.tsx';
import { formatDateTime, formatNumber, viewerZone } from '#web/lib/format/format.ts';
import { whichMeeting } from '#web/lib/format/meeting-name.ts';
import { readFileLines, sheetBytesMax } from '#web/lib/files/sheet-tasks.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import classes from './meeting-report-dialog.module.css';
import { countsOf, isOpen, marksOf, namesOf, type Answers, type Matched } from './meeting-marks.ts';
import { minutesIn, readReport, type MeetingReport, type MeetingTime } from './meeting-report.ts';

const t = rollCallTexts.report;

/** In per cent of the meeting. */
const usualShare = 50;

type Known = Extract<MeetingReport, { kind: 'report' }>;

interface Read {
  readonly report: Known;
  readonly matched: readonly Matched[];
}

/** The time of the meeting; of a roll without one, the whole day on the reader's clock. */
function timeOf({ starts_at: starts, ends_at: ends, zone, attendance_date: day }: Roll): MeetingTime {
  const own = viewerZone();
  return starts && ends
    ? { starts: Date.parse(starts), ends: Date.parse(ends), zone: zone ?? own, viewerZone: own }
    : {
        starts: new Date(`${day}T00:00:00`).getTime(),
        ends: new Date(`${day}T23:59:59`).getTime(),
        zone: own,
        viewerZone: own,
      };
}

/** Reads a report and asks who its participants are. Answers a sentence where it cannot be used. */
async function read(file: File, roll: Roll, onShare?: (share: number) => void): Promise<Read | string> {
  if (file.size > sheetBytesMax) return t.tooLarge;
  const sheet = await readFileLines(file, { rowsMax: 10 * participantsMax, isExact: true }, onShare);
  if (sheet.kind === 'fault')
    return sheet.fault === 'tooMany'
      ? t.tooLarge
      : importsTexts.faults[sheet.fault === 'empty' ? 'notASheet' : sheet.fault];
  const report = readReport(
    sheet.sheets.flatMap(({ lines }) => lines),
    timeOf(roll),
  );
  if (report.kind === 'none') return t.noReport;
  if (report.kind === 'other')
    return t.otherMeeting(report.at, formatDateTime(roll.starts_at) || roll.attendance_date);
  if (report.people.length > participantsMax) return t.tooLarge;
  const { course_id, class_id, attendance_date } = roll;
  const participants = report.people.map(({ name, email }) => ({
    name: name.slice(0, 200),
    email: email.slice(0, 254),
  }));
  try {
    const { data } = await send(attendance.match_participants, {
      course_id,
      class_id,
      attendance_date,
      ...whichMeeting(roll),
      participants,
    });
    const of = (index: number): MatchedParticipant => data[index] ?? { outcome: 'ask', student_ids: [] };
    return { report, matched: report.people.map((person, index) => ({ ...person, ...of(index) })) };
  } catch (error) {
    return messageOf(error);
  }
}

interface QuestionProps {
  person: Matched;
  minutes: number;
  roll: Roll;
  chosen: Answers[string];
  onChange: (chosen: NonNullable<Answers[string]>) => void;
}

/** Who somebody is: one student, several in front of one device, or nobody of this class. */
function Question({ person, minutes, roll, chosen, onChange }: QuestionProps) {
  const nameOf = new Map(roll.students.map(({ student_id, student_name }) => [student_id, student_name]));
  const offered = [...new Set([...person.student_ids, ...(chosen ?? [])])].filter((id) => nameOf.has(id));
  const others = roll.students.filter(({ student_id }) => !offered.includes(student_id));
  const toggle = (id: number) =>
    onChange(chosen?.includes(id) ? chosen.filter((one) => one !== id) : [...(chosen ?? []), id]);
  const who = [person.name, person.email].filter(Boolean).join(', ');
  return (
    <fieldset className={classes.question}>
      <legend>{t.whoIs(who, formatNumber(minutes))}</legend>
      {offered.map((id) => (
        <Checkbox
          key={id}
          label={nameOf.get(id)}
          checked={chosen?.includes(id) ?? false}
          onChange={() => toggle(id)}
        />
      ))}
      <NativeSelect
        aria-label={t.another(who)}
        value=""
        data={[
          { value: '', label: t.chooseAnother },
          ...others.map(({ student_id, student_name }) => ({
            value: String(student_id),
            label: student_name,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') onChange([...(chosen ?? []), Number(value)]);
        }}
      />
      <Checkbox
        label={t.nobody}
        checked={chosen?.length === 0}
        onChange={({ currentTarget: { checked } }) => {
          if (checked) onChange([]);
        }}
      />
    </fieldset>
  );
}

export interface Filled {
  readonly statuses: ReadonlyMap<number, 'present' | 'absent'>;
  /** What the report calls these students. */
  readonly names: readonly { readonly student_id: number; readonly name: string }[];
}

interface PreviewProps extends Read {
  roll: Roll;
  handMade: ReadonlyMap<number, AttendanceStatus>;
  onFill: (filled: Filled) => void;
}

function Preview({ report, matched, roll, handMade, onFill }: PreviewProps) {
  const [share, setShare] = useState(usualShare);
  const [answers, setAnswers] = useState<Answers>({});
  const [isSure, setSure] = useState(false);
  const time = timeOf(roll);
  const hasTime = roll.starts_at !== null;
  // Without a time of its own the meeting is as long as the report.
  const spans = report.people.flatMap((person) => person.spans);
  const meeting = hasTime
    ? time
    : {
        ...time,
        starts: Math.max(time.starts, Math.min(...spans.map(([from]) => from))),
        ends: Math.min(time.ends, Math.max(...spans.map(([, until]) => until))),
      };
  const lines = marksOf(roll, matched, { answers, meeting, share, handMade });
  const open = matched.filter((person) => isOpen(person, answers));
  const asked = matched.filter((person) => isOpen(person, {}));
  const staff = matched.filter(({ outcome, isHost }) => outcome === 'staff' || (outcome === 'ask' && isHost));
  const certain = matched.filter(({ outcome }) => outcome === 'student').length;
  const isStrange = asked.length >= 3 && certain * 4 < asked.length;
  const isOtherClock = report.clock === 'viewer';
  const needsWord = isStrange || isOtherClock;
  const counts = countsOf(lines);
  const missing = open.length > 0 ? t.decideFirst : needsWord && !isSure ? t.confirmFirst : null;
  return (
    <Stack>
      <output className={classes.counts}>{t.counts(counts.present, counts.absent, open.length)}</output>
      {needsWord ? (
        <Alert role="alert" color="yellow" variant="light">
          {isStrange ? <Text>{t.strange}</Text> : null}
          {isOtherClock ? <Text>{t.otherClock}</Text> : null}
          <Checkbox
            mt="xs"
            label={t.sure}
            checked={isSure}
            onChange={({ currentTarget: { checked } }) => setSure(checked)}
          />
        </Alert>
      ) : null}
      {report.unread > 0 ? <Text>{t.unread(report.unread)}</Text> : null}
      <NumberInput
        label={t.share}
        description={t.shareHint}
        value={share}
        min={1}
        max={100}
        allowDecimal={false}
        suffix=" %"
        onChange={(value) => setShare(Math.min(100, Math.max(1, Number(value) || usualShare)))}
      />
      {asked.length > 0 ? (
        <section aria-label={t.questions}>
          <Title order={3} size="h4">
            {t.questions}
          </Title>
          {asked.map((person) => (
            <Question
              key={`${person.name} ${person.email}`}
              person={person}
              minutes={Math.round(minutesIn(person.spans, meeting))}
              roll={roll}
              chosen={answers[`${person.name} ${person.email}`]}
              onChange={(chosen) => setAnswers({ ...answers, [`${person.name} ${person.email}`]: chosen })}
            />
          ))}
        </section>
      ) : null}
      <ul className={classes.lines} aria-label={rollCallTexts.students}>
        {lines.map(({ student, minutes, status, isKept }) => (
          <li key={student.student_id}>
            <span className={classes.name}>{student.student_name}</span>
            <span className={classes.minutes}>
              {isKept ? t.kept : t.minutes(formatNumber(Math.round(minutes)))}
            </span>
            <AttendanceBadge status={status} />
          </li>
        ))}
      </ul>
      {staff.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t.staff(staff.map(({ name }) => name).join(', '))}
        </Text>
      ) : null}
      <ActionButton
        disabledReason={missing}
        onClick={() =>
          onFill({
            statuses: new Map(
              lines.flatMap(({ student, status, isKept }) =>
                isKept || (status !== 'present' && status !== 'absent')
                  ? []
                  : [[student.student_id, status] as const],
              ),
            ),
            names: namesOf(matched, answers),
          })
        }
      >
        {t.fill}
      </ActionButton>
    </Stack>
  );
}

interface MeetingReportDialogProps {
  roll: Roll;
  /** Students whose mark somebody made; these stay as they are. */
  handMade: ReadonlyMap<number, AttendanceStatus>;
  onFill: (filled: Filled) => void;
  onClose: () => void;
}

/** Fills a roll from the participants' report of Zoom, Google Meet or Microsoft Teams. Nothing is saved here. */
export function MeetingReportDialog({ roll, handMade, onFill, onClose }: MeetingReportDialogProps) {
  const [found, setFound] = useState<Read | null>(null);
  const [pasted, setPasted] = useState('');
  const [fault, setFault] = useState('');
  const paste = async () => {
    const answer = await read(new File([pasted], 'pasted.csv'), roll);
    if (typeof answer === 'string') setFault(answer);
    else setFound(answer);
  };
  return (
    <Dialog opened onClose={onClose} title={t.title} size="lg">
      {found ? (
        <Preview {...found} roll={roll} handMade={handMade} onFill={onFill} />
      ) : (
        <Stack>
          <ChooseFile
            isFocused={false}
            limits={t.limits}
            read={(file, onShare) => read(file, roll, onShare)}
            onRead={(sheet: Read) => setFound(sheet)}
          >
            <Text>{t.lead}</Text>
          </ChooseFile>
          <Textarea
            label={t.paste}
            value={pasted}
            error={fault}
            autosize
            minRows={3}
            maxRows={8}
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => {
              setPasted(value);
              setFault('');
            }}
          />
          <Button variant="default" disabled={pasted.trim() === ''} onClick={() => void paste()}>
            {t.check}
          </Button>
        </Stack>
      )}
    </Dialog>
  );
}
