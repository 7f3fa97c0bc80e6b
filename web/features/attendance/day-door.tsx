import { attendance } from '@gurukul/contract/attendance';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState, type Change } from '#web/lib/address/address-search.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { NoCourses } from '#web/features/classes/no-courses.tsx';
import { ClassChoice, useClassChoices } from './class-choice.tsx';
import { DayRegister } from './day-register.tsx';
import { DayChoice } from './day-choice.tsx';
import filters from './filters.module.css';
import { usualDay } from './latest-day.ts';
import { dayMeant, emptied } from './meeting-days.ts';

const { mark: t, take } = attendanceTexts;

const nothingAsked = { meeting: '', show: '', page: '', q: '' };

/** The way to the register of any class and day. Mark Attendance shows it when a button asks for it. */
export function DayDoor({ of }: { of: 'take' | 'mark' }) {
  const isTake = of === 'take';
  const [search, change] = useSearchState();
  const client = useQueryClient();
  const field = useRef<HTMLSelectElement>(null);
  // The course looked at in the history is at hand, until a choice is made here.
  const [offered, setOffered] = useState(isTake ? session.selectedCourse : '');
  const { courseOptions } = useClassChoices({ course: '', class: '' });
  const preselected = courseOptions?.some(({ value }) => value === offered) ? offered : '';
  const chosen = { course: search['course'] ?? preselected, class: search['class'] ?? '' };
  const choices = useClassChoices(chosen);
  const { days, names } = choices;
  const day = dayMeant(search['date'], days, isTake ? '' : usualDay());
  const meeting = search['meeting'] ?? '';
  const isShown =
    isTake || (search['show'] === 'yes' && chosen.course !== '' && chosen.class !== '' && day !== '');

  /** Counts the times the students were asked for, to bring them into sight each time. */
  const [shows, setShows] = useState(0);
  const students = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On phones they come below the fold of the fields.
    if (shows > 0 && isShown && matchMedia('(max-width: 48em)').matches) students.current?.scrollIntoView();
  }, [shows, isShown]);

  const ask = (next: Change) => {
    setOffered('');
    change({ ...nothingAsked, ...next });
  };
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
    ask({ course: '', class: '', date: '' });
    field.current?.focus();
  };

  return (
    <>
      <Panel>
        <search aria-label={t.filters} className={filters.row}>
          <ClassChoice
            labels={t}
            chosen={chosen}
            choices={choices}
            onChange={(next) => ask({ ...next, ...(search['date'] === emptied && { date: '' }) })}
            courseRef={field}
          />
          <DayChoice day={day} days={days} onChange={(date) => ask({ date })} />
          {isTake ? null : (
            <Button variant={isShown ? 'default' : 'filled'} onClick={show}>
              {t.show}
            </Button>
          )}
        </search>
      </Panel>
      {courseOptions?.length === 0 ? (
        <NoCourses title={attendanceTexts.noCourses} />
      ) : isShown ? (
        <div ref={students} className={filters.below}>
          <Panel title={day ? t.register({ day: formatDate(day) }) : take.students}>
            <DayRegister
              of={of}
              // Ticks of who is there stay for another day.
              key={[chosen.course, chosen.class, ...(isTake ? [] : [day, meeting])].join(' ')}
              chosen={chosen}
              names={[names.course, names.class].filter(Boolean).join(', ')}
              day={day}
              meeting={meeting}
              onMeeting={(next) => change({ meeting: next })}
              days={days}
              onSaved={startAnew}
            />
          </Panel>
        </div>
      ) : (
        <EmptyState title={take.hint} />
      )}
    </>
  );
}
