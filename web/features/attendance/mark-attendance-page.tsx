import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { attendance } from '@gurukul/contract/attendance';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '#web/lib/format/format.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { ClassChoice, useClassChoices } from './class-choice.tsx';
import { DayChoice } from './day-choice.tsx';
import filters from './filters.module.css';
import { usualDay } from './latest-day.ts';
import { dayMeant } from './meeting-days.ts';
import { Register } from './register.tsx';

const t = attendanceTexts.mark;

const nothingChosen = { course: '', class: '', date: '', meeting: '', show: '', q: '' };

export function MarkAttendancePage() {
  const [search, change] = useSearchState();
  const course = useRef<HTMLSelectElement>(null);
  const client = useQueryClient();
  const chosen = { course: search['course'] ?? '', class: search['class'] ?? '' };
  const choices = useClassChoices(chosen);
  const days = choices.daysOf(chosen.class);
  const day = dayMeant(search['date'], days, usualDay());
  const isShown = search['show'] === 'yes' && chosen.course !== '' && chosen.class !== '' && day !== '';

  /** Counts the times the students were asked for, to bring them into sight each time. */
  const [shows, setShows] = useState(0);
  const students = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On phones they come below the fold of the fields.
    if (shows > 0 && isShown && matchMedia('(max-width: 48em)').matches) students.current?.scrollIntoView();
  }, [shows, isShown]);

  const show = () => {
    if (chosen.course === '') return toast.warning(attendanceTexts.selectCourse);
    if (chosen.class === '') return toast.warning(attendanceTexts.selectClass);
    if (day === '') return toast.warning(t.selectDate);
    if (isShown) void client.invalidateQueries({ queryKey: [attendance.get_students_attendence.path] });
    setShows(shows + 1);
    return change({ show: 'yes' });
  };

  const startAnew = () => {
    setShows(0);
    change(nothingChosen);
    course.current?.focus();
  };

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <Panel>
        <search aria-label={t.filters} className={filters.row}>
          <ClassChoice
            labels={t}
            chosen={chosen}
            choices={choices}
            onChange={(next) => change({ ...next, meeting: '', show: '', q: '' })}
            courseRef={course}
          />
          <DayChoice
            day={day}
            days={days}
            onChange={(date) => change({ date, meeting: '', show: '', q: '' })}
          />
          <Button onClick={show}>{t.show}</Button>
        </search>
      </Panel>
      {isShown ? (
        <div ref={students} className={filters.below}>
          <Panel title={t.register({ day: formatDate(day) })}>
            <Register
              key={`${chosen.course} ${chosen.class} ${day} ${search['meeting'] ?? ''}`}
              courseId={Number(chosen.course)}
              classId={Number(chosen.class)}
              day={day}
              meeting={search['meeting'] ?? ''}
              onMeeting={(meeting) => change({ meeting })}
              days={days}
              onSaved={startAnew}
            />
          </Panel>
        </div>
      ) : null}
    </>
  );
}
