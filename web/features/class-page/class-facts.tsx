import { Text } from '@mantine/core';
import { NoTeacher } from '#web/features/classes/no-teacher.tsx';
import { ContactLinks } from '#web/features/people/contact-links.tsx';
import { formatDate, formatNumber, formatWeekdayTime } from '#web/lib/format/format.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { nextWords, standingWords } from '#web/features/attendance/taught-words.ts';
import { teachingTexts } from '#web/texts/teaching.ts';
import { MeetingTimes } from '#web/ui/meeting-time.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import classes from './class-page.module.css';
import { ClassReminders } from './class-reminders.tsx';
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
  const time = formatWeekdayTime(starts_at);
  const own = formatWeekdayTime(starts_at, zone);
  const zoneName = slots.find(({ id }) => id === slot_id)?.time_zone ?? zone;
  return (
    <Text size="sm" title={own === time ? '' : t.ownClock({ time: own, zone: zoneName })}>
      {t.next({ time: `${time}, ${formatDate(starts_at)}` })}
    </Text>
  );
}

function placesText(free: number | null): string {
  if (free === null) return t.noLimit;
  if (free > 0) return t.cards.free({ count: free });
  return free === 0 ? t.full : t.over({ count: -free });
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
    standing,
  } = shown;
  const times = slots.flatMap(({ slot_time, ...slot }) => (slot_time ? [{ ...slot, slot_time }] : []));
  return (
    <div className={classes.facts}>
      <DescriptionList
        facts={[
          [
            t.course,
            <div key="course">
              <ThingLink to="course" id={course_id}>
                {course_name}
              </ThingLink>
              {standing ? (
                <Text size="sm" c="dimmed" title={teachingTexts.hint}>
                  {standingWords(standing)}. {nextWords(standing)}
                </Text>
              ) : null}
            </div>,
          ],
          [t.teacher, <Teachers key="teachers" teachers={teachers} slots={slots} />],
          [
            t.meets,
            slots.length === 0 ? (
              t.noSlots
            ) : (
              <div key="slots">
                <MeetingTimes slots={times} />
                <NextMeeting next={next} slots={slots} />
              </div>
            ),
          ],
          [
            t.students,
            <div key="students">
              {formatNumber(student_count)}{' '}
              <Text span size="sm" c="dimmed" title={t.placesHint}>
                {[placesText(free_places), waiting_count > 0 && t.line.count({ count: waiting_count })]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              <ClassReminders shown={shown} />
            </div>,
          ],
        ]}
      />
    </div>
  );
}
