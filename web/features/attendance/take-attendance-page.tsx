import { Button } from '@mantine/core';
import { IconHistory, IconReport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatDate } from '#web/lib/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchParam, useSearchState } from '#web/lib/address-search.ts';
import { paths } from '#web/paths.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ClassChoice, useClassChoices, type ClassChosen } from './class-choice.tsx';
import { ClassRoll } from './class-roll.tsx';
import { DayChoice } from './day-choice.tsx';
import filters from './filters.module.css';
import { dayMeant, emptied } from './meeting-days.ts';
import { RollCall } from './roll-call.tsx';
import { RollsDue } from './rolls-due.tsx';

const t = attendanceTexts.take;

const nothingChosen = { course: '', class: '', date: '', meeting: '', page: '', sort: '' };

const labelOf = (options: readonly { value: string; label: string }[] | undefined, value: string) =>
  options?.find((option) => option.value === value)?.label ?? '';

/** The history is the teacher's own. People who teach no class have the report. */
function PastLink() {
  const isTeacher = session.role === 'teacher';
  const Icon = isTeacher ? IconHistory : IconReport;
  return (
    <Button
      component={AppLink}
      href={isTeacher ? paths.viewAttendance : paths.attendanceReport}
      variant="default"
      leftSection={<Icon aria-hidden size={18} />}
    >
      {isTeacher ? attendanceTexts.history.title : attendanceTexts.report.title}
    </Button>
  );
}

/** The rolls that are due. The register of any other class and day waits behind `Another day`. */
function TakeAttendance() {
  const [search, change] = useSearchState();
  // An admin has no rolls of their own. An address with a class is a link to its register.
  const hasDue = session.role !== 'admin';
  const [isOpen, setOpen] = useState(!hasDue || Boolean(search['course'] || search['class']));
  const field = useRef<HTMLSelectElement>(null);
  // The course looked at in the history is at hand, until a choice is made here.
  const [offered, setOffered] = useState(session.selectedCourse);
  const { courseOptions } = useClassChoices({ course: '' });
  const preselected = courseOptions?.some(({ value }) => value === offered) ? offered : '';
  const chosen = { course: search['course'] ?? preselected, class: search['class'] ?? '' };
  const choices = useClassChoices(chosen);
  const days = choices.daysOf(chosen.class);
  const day = dayMeant(search['date'], days);
  const names = [labelOf(choices.courseOptions, chosen.course), labelOf(choices.classOptions, chosen.class)];

  const choose = (next: ClassChosen) => {
    setOffered('');
    change({
      ...next,
      date: search['date'] === emptied ? '' : (search['date'] ?? ''),
      meeting: '',
      page: '',
    });
  };
  const startAnew = () => {
    setOffered('');
    change(nothingChosen);
    field.current?.focus();
  };

  return (
    <>
      <PageHeader title={t.title} lead={hasDue ? t.leadDue : t.lead} actions={<PastLink />} />
      {hasDue ? <RollsDue /> : null}
      <details
        className={filters.another}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <h2>{t.another}</h2>
          <span>{t.anotherHint}</span>
        </summary>
        <Panel>
          <search aria-label={attendanceTexts.mark.filters} className={filters.row}>
            <ClassChoice
              labels={attendanceTexts.mark}
              chosen={chosen}
              choices={choices}
              onChange={choose}
              courseRef={field}
            />
            <DayChoice day={day} days={days} onChange={(date) => change({ date, meeting: '' })} />
          </search>
        </Panel>
        <Panel title={day ? attendanceTexts.mark.register(formatDate(day)) : t.students}>
          <ClassRoll
            key={`${chosen.course} ${chosen.class}`}
            chosen={chosen}
            names={names.filter(Boolean).join(', ')}
            day={day}
            meeting={search['meeting'] ?? ''}
            onMeeting={(meeting) => change({ meeting })}
            days={days}
            onSaved={startAnew}
          />
        </Panel>
      </details>
    </>
  );
}

/** /attendance: an open roll (`?roll=`), or the rolls to choose from and the register. */
export function TakeAttendancePage() {
  const [roll] = useSearchParam('roll');
  return roll === '' ? <TakeAttendance /> : <RollCall name={roll} />;
}
