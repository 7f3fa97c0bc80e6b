import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { NoTeacher } from '#web/features/classes/no-teacher.tsx';
import { ContactLinks } from '#web/features/people/contact-links.tsx';
import { nextText } from '#web/features/meetings/next-meeting.tsx';
import { formatNumber, formatWeekdayTime } from '#web/lib/format/format.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { FactsBand } from '#web/ui/facts-band.tsx';
import { placeWords } from '#web/features/attendance/taught-words.ts';
import { teachingTexts } from '#web/texts/teaching.ts';
import { MeetingTimes } from '#web/ui/meeting-time.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import classes from './class-page.module.css';
import { placesText } from './places-text.ts';
import type { ShownClass } from './class-page.tsx';

const t = classPageTexts;

function Teachers({ teachers, slots }: Pick<ShownClass, 'teachers' | 'slots'>) {
  if (teachers.length === 0) return <NoTeacher slots={slots} />;
  return teachers.map(({ user_id, fullname, email_id, phone_number, region }) => (
    <div key={user_id} className={classes.teacher}>
      <ThingLink to="teacher" id={user_id}>
        {fullname}
      </ThingLink>
      <ContactLinks name={fullname} email={email_id} phone={phone_number} country={region ?? ''} />
    </div>
  ));
}

/** On the reader's clock and, where it differs, on that of the class. */
function NextMeeting({ next, slots }: Pick<ShownClass, 'next' | 'slots'>) {
  if (!next) return null;
  const { slot_id, starts_at, zone } = next;
  const own = formatWeekdayTime(starts_at, zone);
  const zoneName = slots.find(({ id }) => id === slot_id)?.time_zone ?? zone;
  return (
    <Text
      span
      size="sm"
      title={own === formatWeekdayTime(starts_at) ? '' : t.ownClock({ time: own, zone: zoneName })}
    >
      {nextText(starts_at)}
    </Text>
  );
}

/** What everybody asks first about a class. */
export function ClassFacts({ shown }: { shown: ShownClass }) {
  const {
    course_id,
    course_name,
    slots,
    next,
    teachers,
    student_count,
    free_places,
    waiting_count,
    kept_count,
    standing,
  } = shown;
  const times = slots.flatMap(({ slot_time, ...slot }) => (slot_time ? [{ ...slot, slot_time }] : []));
  const places = placesText(free_places, waiting_count, kept_count);
  return (
    <FactsBand
      lead={
        <>
          <ThingLink to="course" id={course_id}>
            {course_name}
          </ThingLink>
          {teachers.map(({ user_id, fullname }) => (
            <Fragment key={user_id}>
              {' · '}
              <ThingLink to="teacher" id={user_id}>
                {fullname}
              </ThingLink>
            </Fragment>
          ))}
        </>
      }
      brief={[next && nextText(next.starts_at), t.cards.students({ count: student_count }), places]
        .filter(Boolean)
        .join(' · ')}
      facts={[
        [
          t.course,
          <Fragment key="course">
            <ThingLink to="course" id={course_id}>
              {course_name}
            </ThingLink>
            {standing ? (
              <Text span size="sm" c="dimmed" title={teachingTexts.hint}>
                {placeWords(standing)}
              </Text>
            ) : null}
          </Fragment>,
        ],
        [t.teacher, <Teachers key="teachers" teachers={teachers} slots={slots} />],
        [
          t.meets,
          slots.length === 0 ? (
            t.noSlots
          ) : (
            <Fragment key="slots">
              <MeetingTimes slots={times} />
              <NextMeeting next={next} slots={slots} />
            </Fragment>
          ),
        ],
        [
          t.students,
          <Fragment key="students">
            {formatNumber(student_count)}{' '}
            <Text span size="sm" c="dimmed" title={t.placesHint}>
              {places}
            </Text>
          </Fragment>,
        ],
      ]}
    />
  );
}
