import { useRef, useState } from 'react';
import { formatDate } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ClassChoice, useClassChoices, type ClassChosen } from './class-choice.tsx';
import { ClassRoll } from './class-roll.tsx';
import { DayChoice } from './day-choice.tsx';
import filters from './filters.module.css';
import { dayMeant, emptied } from './meeting-days.ts';

const t = attendanceTexts.take;

const nothingChosen = { course: '', class: '', date: '', meeting: '', page: '', sort: '' };

const labelOf = (options: readonly { value: string; label: string }[] | undefined, value: string) =>
  options?.find((option) => option.value === value)?.label ?? '';

/** The register of any class and day. */
export function AnotherDay() {
  const [search, change] = useSearchState();
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
      <Panel title={day ? attendanceTexts.mark.register({ day: formatDate(day) }) : t.students}>
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
    </>
  );
}
