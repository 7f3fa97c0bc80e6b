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
import { ChooseFile } from '#web/features/imports/choose-file.tsx';
import { formatDateTime, formatNumber, viewerZone } from '#web/lib/format/format.ts';
import { timeZones } from '#web/lib/format/time-zones.ts';
import { whichMeeting } from '#web/lib/format/meeting-name.ts';
import { readFileLines, sheetBytesMax } from '#web/lib/files/sheet-tasks.ts';
import type { SheetLine } from '#web/lib/files/sheet.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { meetingReportTexts } from '#web/texts/meeting-report.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { AttendanceBadge } from '../attendance-status.tsx';
import classes from './dialog.module.css';
import { countsOf, isOpen, marksOf, namesOf, type Answers, type Line, type MatchedPerson } from './marks.ts';
import { questionKey } from './layouts.ts';
import { readReport, type MeetingReport, type MeetingTime, type ReportAnswers } from './report.ts';
import { minutesIn } from './stays.ts';

const t = meetingReportTexts;

/** In per cent of the meeting. */
const usualShare = 50;

type PlainReport = Extract<MeetingReport, { kind: 'report' }>;

interface OpenReport {
  readonly lines: readonly SheetLine[];
  /** What somebody has said about it. */
  readonly said: ReportAnswers;
  readonly report: PlainReport | Extract<MeetingReport, { kind: 'several' | 'columns' | 'other' }>;
  readonly matched: readonly MatchedPerson[];
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

/** Understands a report and asks who its participants are. Answers a sentence where it cannot be used. */
async function understand(
  lines: readonly SheetLine[],
  roll: Roll,
  said: ReportAnswers = {},
): Promise<OpenReport | string> {
  const report = readReport(lines, timeOf(roll), said);
  if (report.kind === 'none') return t.noReport;
  if (report.kind === 'unreadable') return t.unreadable({ times: report.times.join('; ') });
  if (report.kind !== 'report') return { lines, said, report, matched: [] };
  if (report.people.length > participantsMax) return t.tooLarge;
  const { course_id, class_id, attendance_date } = roll;
  const participants = report.people.map(({ name, email }) => ({
    name: name.slice(0, 200),
    email: email.slice(0, 254),
  }));
  try {
    const { data } =
      participants.length === 0
        ? { data: [] }
        : await send(attendance.match_participants, {
            course_id,
            class_id,
            attendance_date,
            ...whichMeeting(roll),
            participants,
          });
    const of = (index: number): MatchedParticipant => data[index] ?? { outcome: 'ask', student_ids: [] };
    const matched = report.people.map((person, index) => ({ ...person, ...of(index) }));
    return { lines, said, report, matched };
  } catch (error) {
    return messageOf(error);
  }
}

async function read(file: File, roll: Roll, onShare?: (share: number) => void): Promise<OpenReport | string> {
  if (file.size > sheetBytesMax) return t.tooLarge;
  const sheet = await readFileLines(
    file,
    { rowsMax: 10 * participantsMax, isExact: true, isList: true },
    onShare,
  );
  if (sheet.kind === 'sheets')
    return understand(
      sheet.sheets.flatMap(({ lines }) => lines),
      roll,
    );
  return sheet.fault === 'tooMany'
    ? t.tooLarge
    : importsTexts.faults[sheet.fault === 'empty' ? 'notASheet' : sheet.fault];
}

/** Minutes; from the least to the most where the report does not say more. */
function minutesText({ least, most }: Pick<Line, 'least' | 'most'>): string {
  const [one, other] = [least, most].map((minutes) => formatNumber(Math.round(minutes)));
  return one === other ? one! : `${one}–${other}`;
}

const placeOf = (zone: string) => zone.replace(/^.*\//, '').replaceAll('_', ' ');

interface ClockProps {
  zone: string | null;
  onChange: (zone: string) => void;
}

function ClockChoice({ zone, onChange }: ClockProps) {
  return (
    <NativeSelect
      label={t.clock}
      value={zone ?? ''}
      data={[...(zone === null ? [{ value: '', label: t.chooseClock }] : []), ...timeZones]}
      onChange={({ currentTarget: { value } }) => {
        if (value !== '') onChange(value);
      }}
    />
  );
}

interface QuestionProps {
  person: MatchedPerson;
  minutes: string;
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
      <legend>{t.whoIs({ who, minutes })}</legend>
      {offered.map((id) => (
        <Checkbox
          key={id}
          label={nameOf.get(id)}
          checked={chosen?.includes(id) ?? false}
          onChange={() => toggle(id)}
        />
      ))}
      <NativeSelect
        aria-label={t.another({ who })}
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

interface EnoughProps {
  lines: readonly Line[];
  onDecide: (decided: readonly (readonly [number, AttendanceStatus])[]) => void;
}

/** Whether students were there long enough about whom the report does not say enough. */
function Enough({ lines, onDecide }: EnoughProps) {
  const { present, absent } = attendanceTexts.statuses;
  return (
    <section aria-label={t.enough}>
      <Title order={3} size="h4">
        {t.enough}
      </Title>
      <Text size="sm">{t.enoughHint}</Text>
      {lines.map(({ student: { student_id: id, student_name: name }, status, ...line }) => (
        <NativeSelect
          key={id}
          mt="xs"
          label={t.whoIs({ who: name, minutes: minutesText(line) })}
          value={status ?? ''}
          data={[
            { value: '', label: t.choose, disabled: true },
            { value: 'present', label: present },
            { value: 'absent', label: absent },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onDecide([[id, value === 'present' ? value : 'absent']])
          }
        />
      ))}
      {lines.length > 1 ? (
        <Button
          variant="default"
          mt="sm"
          onClick={() => onDecide(lines.map(({ student }) => [student.student_id, 'present']))}
        >
          {t.allPresent}
        </Button>
      ) : null}
    </section>
  );
}

interface PreviewProps {
  report: PlainReport;
  matched: readonly MatchedPerson[];
  roll: Roll;
  handMade: ReadonlyMap<number, AttendanceStatus>;
  onSay: (said: ReportAnswers) => void;
  onFill: (filled: Filled) => void;
}

/** The time of the meeting; without a time of its own it is as long as the report. */
function heldAt(roll: Roll, { people }: PlainReport): MeetingTime {
  const time = timeOf(roll);
  if (roll.starts_at !== null) return time;
  const stays = people.flatMap((person) => person.stays);
  const spans = stays.flatMap(({ sure, within }) => sure ?? (within.every(Number.isFinite) ? within : []));
  const longest = Math.max(0, ...stays.map(({ minutes }) => minutes ?? 0));
  return spans.every((at) => at <= time.starts || at >= time.ends)
    ? { ...time, ends: Math.min(time.ends, time.starts + longest * 60_000) }
    : {
        ...time,
        starts: Math.max(time.starts, Math.min(...spans)),
        ends: Math.min(time.ends, Math.max(...spans)),
      };
}

function Preview({ report, matched, roll, handMade, onSay, onFill }: PreviewProps) {
  const [share, setShare] = useState(usualShare);
  const [answers, setAnswers] = useState<Answers>({});
  const [decided, setDecided] = useState<ReadonlyMap<number, AttendanceStatus>>(new Map());
  const [isSure, setSure] = useState(false);
  const meeting = heldAt(roll, report);
  const lines = marksOf(roll, matched, {
    answers,
    meeting,
    share,
    handMade,
    decided,
    isPartial: report.isPartial,
  });
  const unclear = lines.filter(({ isAsked }) => isAsked);
  const open = matched.filter((person) => isOpen(person, answers));
  const asked = matched.filter((person) => isOpen(person, {}));
  const staff = matched.filter(({ outcome, isHost }) => outcome === 'staff' || (outcome === 'ask' && isHost));
  const certain = matched.filter(({ outcome }) => outcome === 'student').length;
  const isStrange = asked.length >= 3 && certain * 4 < asked.length;
  const isOtherClock = report.clock === 'viewer' || report.clock === 'other';
  const needsWord = isStrange || isOtherClock || report.isUndated;
  const counts = countsOf(lines);
  const toDecide = open.length + counts.open;
  const missing = toDecide > 0 ? t.decideFirst : needsWord && !isSure ? t.confirmFirst : null;
  return (
    <Stack>
      <output className={classes.counts}>
        {t.counts({ present: counts.present, absent: counts.absent, open: toDecide })}
      </output>
      {needsWord ? (
        <Alert role="alert" color="yellow" variant="light">
          {isStrange ? <Text>{t.strange}</Text> : null}
          {report.isUndated ? <Text>{t.undated}</Text> : null}
          {isOtherClock && report.zone !== null ? (
            <>
              <Text>
                {report.clock === 'viewer'
                  ? t.otherClock
                  : t.clockSeems({ place: placeOf(report.zone), at: report.begins })}
              </Text>
              <ClockChoice
                zone={report.zone}
                onChange={(zone) => {
                  setSure(false);
                  onSay({ zone });
                }}
              />
            </>
          ) : null}
          <Checkbox
            mt="xs"
            label={t.sure}
            checked={isSure}
            onChange={({ currentTarget: { checked } }) => setSure(checked)}
          />
        </Alert>
      ) : null}
      {report.isPartial ? <Text>{t.partial}</Text> : null}
      {report.unread.length > 0 ? <Text>{t.unread({ names: report.unread.join(', ') })}</Text> : null}
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
              minutes={minutesText(minutesIn(person.stays, meeting))}
              roll={roll}
              chosen={answers[`${person.name} ${person.email}`]}
              onChange={(chosen) => setAnswers({ ...answers, [`${person.name} ${person.email}`]: chosen })}
            />
          ))}
        </section>
      ) : null}
      {unclear.length > 0 ? (
        <Enough lines={unclear} onDecide={(more) => setDecided(new Map([...decided, ...more]))} />
      ) : null}
      <ul className={classes.lines} aria-label={rollCallTexts.students}>
        {lines.map(({ student, status, isKept, wasAway, ...line }) => (
          <li key={student.student_id}>
            <span className={classes.name}>
              {student.student_name}
              {wasAway ? <span className={classes.note}>{t.wasAway}</span> : null}
            </span>
            <span className={classes.minutes}>
              {isKept ? t.kept : t.minutes({ minutes: minutesText(line) })}
            </span>
            {status === null ? <span>{keptRollsTexts.toDecide}</span> : <AttendanceBadge status={status} />}
          </li>
        ))}
      </ul>
      {report.outside.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t.outside({ names: report.outside.join(', ') })}
        </Text>
      ) : null}
      {staff.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t.staff({ names: staff.map(({ name }) => name).join(', ') })}
        </Text>
      ) : null}
      <DialogFoot>
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
      </DialogFoot>
    </Stack>
  );
}

interface AskedProps {
  read: OpenReport;
  roll: Roll;
  onSay: (said: ReportAnswers) => void;
}

/** What must be known before the report is of this meeting: its clock, or which of several it is. */
function Asked({ read: { report, said }, roll, onSay }: AskedProps) {
  if (report.kind === 'several')
    return (
      <NativeSelect
        label={t.which}
        value=""
        data={[
          { value: '', label: t.choose, disabled: true },
          ...report.titles.map((label, index) => ({ value: String(index), label })),
          { value: '-1', label: t.all },
        ]}
        onChange={({ currentTarget: { value } }) => onSay({ meeting: Number(value) })}
      />
    );
  if (report.kind === 'columns')
    return (
      <>
        {report.questions.map((question) => {
          const key = questionKey(question);
          return (
            <NativeSelect
              key={key}
              label={t.columns[question.about]({ column: question.heading })}
              value=""
              data={[
                { value: '', label: t.choose, disabled: true },
                ...question.values.map((value) => ({ value, label: value })),
                { value: ' ', label: t.noColumn[question.about] },
              ]}
              onChange={({ currentTarget: { value } }) =>
                onSay({ columns: { ...said.columns, [key]: value.trim() } })
              }
            />
          );
        })}
      </>
    );
  if (report.kind !== 'other') return null;
  return (
    <Alert role="alert" color="yellow" variant="light">
      <Text>
        {t.otherMeeting({ at: report.at, meeting: formatDateTime(roll.starts_at) || roll.attendance_date })}
      </Text>
      <Text>{t.anotherClock}</Text>
      <ClockChoice zone={said.zone ?? null} onChange={(zone) => onSay({ zone })} />
    </Alert>
  );
}

/** What is asked stands above the text that was pasted. */
const intoView = (asked: HTMLElement | null) => {
  asked?.scrollIntoView({ block: 'nearest' });
};

interface MeetingReportDialogProps {
  roll: Roll;
  /** Students whose mark somebody made; these stay as they are. */
  handMade: ReadonlyMap<number, AttendanceStatus>;
  onFill: (filled: Filled) => void;
  onClose: () => void;
}

/** Fills a roll from the participants' report of Zoom, Google Meet or Microsoft Teams. Nothing is saved here. */
export function MeetingReportDialog({ roll, handMade, onFill, onClose }: MeetingReportDialogProps) {
  const [found, setFound] = useState<OpenReport | null>(null);
  const [pasted, setPasted] = useState('');
  const [fault, setFault] = useState('');
  const take = (answer: OpenReport | string) => {
    setFault(typeof answer === 'string' ? answer : '');
    if (typeof answer !== 'string') setFound(answer);
  };
  const paste = async () => take(await read(new File([pasted], 'pasted.csv'), roll));
  const say = async (more: ReportAnswers) => {
    if (found) take(await understand(found.lines, roll, { ...found.said, ...more }));
  };
  return (
    <Dialog opened onClose={onClose} title={t.title} size="lg">
      {found?.report.kind === 'report' ? (
        <Preview
          report={found.report}
          matched={found.matched}
          roll={roll}
          handMade={handMade}
          onSay={(more) => void say(more)}
          onFill={onFill}
        />
      ) : (
        <Stack>
          {found ? (
            <div ref={intoView}>
              <Asked read={found} roll={roll} onSay={(more) => void say(more)} />
            </div>
          ) : null}
          <ChooseFile
            isFocused={false}
            limits={t.limits}
            accepted=".xlsx,.xls,.csv,.tsv,.txt"
            read={(file, onShare) => read(file, roll, onShare)}
            onRead={(answer: OpenReport) => take(answer)}
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
          <DialogFoot>
            <Button disabled={pasted.trim() === ''} onClick={() => void paste()}>
              {t.check}
            </Button>
          </DialogFoot>
        </Stack>
      )}
    </Dialog>
  );
}
