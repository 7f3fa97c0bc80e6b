import { classes as calls, type ClassCard } from '@gurukul/contract/classes';
import type { CourseRow } from '@gurukul/contract/courses';
import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { paths, to } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { MeetingTimes } from '#web/ui/meeting-time.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import classes from './class-cards.module.css';
import { NoTeacher } from './no-teacher.tsx';

const t = classPageTexts;

function placesOf(free: number | null): string {
  if (free === null) return '';
  if (free > 0) return t.cards.free({ count: free });
  return free === 0 ? t.full : t.over({ count: -free });
}

function Card({
  card: { class_id, class_name, slots, teachers, student_count, free_places, waiting_count },
}: {
  card: ClassCard;
}) {
  const times = slots.flatMap(({ slot_time, ...slot }) => (slot_time ? [{ ...slot, slot_time }] : []));
  return (
    <li className={classes.card}>
      <Title order={2} size="h4">
        <ThingLink to="class" id={class_id}>
          {class_name}
        </ThingLink>
      </Title>
      <div className={classes.teachers}>
        {teachers.length === 0 ? <NoTeacher slots={slots} /> : null}
        {teachers.map(({ user_id, fullname }) => (
          <ThingLink key={user_id} to="teacher" id={user_id}>
            {fullname}
          </ThingLink>
        ))}
      </div>
      {times.length === 0 ? <Text>{t.noSlots}</Text> : <MeetingTimes slots={times} />}
      <Text size="sm" c="dimmed">
        {[
          t.cards.students({ count: student_count }),
          placesOf(free_places),
          waiting_count > 0 && t.line.count({ count: waiting_count }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </li>
  );
}

/** The classes of a course: for a teacher, their own. */
export function ClassCards({
  course: { id, course_name },
}: {
  course: Pick<CourseRow, 'course_name' | 'id'>;
}) {
  const list = useQuery(query(calls.get_classes, { course_id: id }));
  if (!list.data) {
    return list.isError ? (
      <FailedState message={list.error.message} onRetry={() => void list.refetch()} />
    ) : (
      <LoadingState />
    );
  }
  const cards = list.data.data;
  if (cards.length === 0) {
    return (
      <EmptyState
        title={t.cards.none}
        action={
          hasHistory() ? (
            <Button variant="default" renderRoot={linkTo(to(paths.manage, id))}>
              {t.cards.create}
            </Button>
          ) : null
        }
      />
    );
  }
  return (
    <ul className={classes.cards} aria-label={t.cards.list({ course: course_name })}>
      {cards.map((card) => (
        <Card key={card.class_id} card={card} />
      ))}
    </ul>
  );
}
