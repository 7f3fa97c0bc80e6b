import { classes as calls, type ClassCard, type ClassRow } from '@gurukul/contract/classes';
import type { CourseRow } from '@gurukul/contract/courses';
import { Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { formatTime, formatWeekdayTime } from '#web/lib/format/format.ts';
import { paths, to } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { texts } from '#web/texts/texts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { AppLink, linkTo } from '#web/ui/link.tsx';
import { formatWallClock } from '#web/ui/meeting-time.tsx';
import { CardList } from '#web/ui/table/card-list.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import classes from './class-cards.module.css';
import { NoTeacher } from './no-teacher.tsx';

const t = classPageTexts;

/** What is left of a limit; '' where there is none. */
export function placesOf(free: number | null): string {
  if (free === null) return '';
  if (free > 0) return t.cards.free({ count: free });
  return free === 0 ? t.full : t.over({ count: -free });
}

/** On the class's clock, and in parentheses on the reader's. */
function timeOf({ slot_time, class_day, time, time_zone }: ClassRow): string {
  const own = formatWallClock(class_day, time);
  const shown = formatWeekdayTime(slot_time);
  if (shown === '' || shown === own) return `${own} ${time_zone}`;
  const isSameDay = shown.startsWith(`${texts.ui.days[class_day]} `);
  const yours = isSameDay ? formatTime(slot_time) : shown;
  return t.cards.bothClocks({ time: own, zone: time_zone, yours });
}

/** The kind of what is dragged when somebody drags a teacher. */
export const draggedTeacher = 'application/x-teacher';

/** What the office does on a card. */
export interface CardTools {
  /** Who teaches it, to be changed. */
  readonly teachers: ReactNode;
  readonly menu: ReactNode;
  readonly onEdit: (slot: ClassRow) => void;
  /** A teacher is dropped on it. */
  readonly onTeacher: (teacherId: number) => void;
}

function Places({ card }: { card: ClassCard }) {
  const { student_count: count, free_places: free, kept_count: kept = 0 } = card;
  const keptText = kept > 0 && ` · ${t.cards.kept({ count: kept })}`;
  if (free === null)
    return (
      <span>
        {t.cards.students({ count })}
        {keptText}
      </span>
    );
  const taken = count + kept;
  const places = Math.max(0, taken + free);
  return (
    <span title={t.placesHint}>
      {t.cards.places({ count, places })}
      {keptText}
      <span
        aria-hidden
        className={classes.bar}
        data-full={free <= 0 || undefined}
        style={{ '--taken': Math.min(1, taken / Math.max(1, places)) }}
      />
    </span>
  );
}

function Times({ slots, onEdit }: Pick<ClassCard, 'slots'> & Partial<Pick<CardTools, 'onEdit'>>) {
  if (slots.length === 0) return t.noSlots;
  return slots.map((slot) =>
    onEdit ? (
      <UnstyledButton key={slot.id} className={classes.time} onClick={() => onEdit(slot)}>
        <VisuallyHidden>{`${t.actions.edit}: `}</VisuallyHidden>
        {timeOf(slot)}
      </UnstyledButton>
    ) : (
      <span key={slot.id}>{timeOf(slot)}</span>
    ),
  );
}

const namesOf = ({ teachers, slots }: ClassCard) =>
  teachers.length === 0 ? (
    <NoTeacher slots={slots} />
  ) : (
    teachers.map(({ user_id, fullname }) => (
      <ThingLink key={user_id} to="teacher" id={user_id}>
        {fullname}
      </ThingLink>
    ))
  );

/** A class: when it meets, who teaches it, who is in it and who waits. With `tools`, what the office does with it. */
export function ClassBox({ card, tools }: { card: ClassCard; tools?: CardTools }) {
  const { class_id, class_name, slots, waiting_count } = card;
  const [isOver, setOver] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keyboard has the choice of teachers
    <div
      className={classes.box}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!tools || !event.dataTransfer.types.includes(draggedTeacher)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        event.preventDefault();
        tools?.onTeacher(Number(event.dataTransfer.getData(draggedTeacher)));
      }}
    >
      <div className={classes.words}>
        <Title order={3} size="h4">
          <ThingLink to="class" id={class_id}>
            {class_name}
          </ThingLink>
        </Title>
        <div className={classes.times}>
          <Times slots={slots} {...(tools && { onEdit: tools.onEdit })} />
        </div>
      </div>
      <div className={classes.teachers}>{tools?.teachers ?? namesOf(card)}</div>
      <div className={classes.places}>
        <Places card={card} />
        <span className={classes.marks}>
          {waiting_count > 0 ? (
            <AppLink href={`${to(paths.class, class_id)}?tab=waiting`}>
              {t.cards.place({ waiting: t.line.count({ count: waiting_count }) })}
              <VisuallyHidden>{` ${class_name}`}</VisuallyHidden>
            </AppLink>
          ) : null}
          {slots.length > 0 && slots.every(({ join_link }) => join_link) ? (
            <span className={classes.join}>
              <IconCheck aria-hidden size={14} />
              {meetingsTexts.join.link}
            </span>
          ) : null}
        </span>
      </div>
      {tools?.menu}
    </div>
  );
}

/** What a search among classes finds. */
export const searchOf = {
  label: t.cards.search,
  of: ({ class_name, teachers }: ClassCard) =>
    [class_name, ...(teachers.length === 0 ? [t.noTeacher] : teachers.map(({ fullname }) => fullname))].join(
      ' ',
    ),
};

export const emptySearch = <EmptyState action={<ShowAll filters={['classes-q', 'classes-page']} />} />;

/** The classes of a course: for a teacher, their own. */
export function ClassCards({
  course: { id, course_name },
}: {
  course: Pick<CourseRow, 'course_name' | 'id'>;
}) {
  const list = useQuery(query(calls.get_classes, { course_id: id }));
  const view = useTableSearch({ size: 20 }, '', 'classes-');
  const none = (
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
  return (
    <CardList
      title={t.cards.list({ course: course_name })}
      label={t.cards.list({ course: course_name })}
      rows={list.data?.data}
      rowId={({ class_id }) => class_id}
      view={view}
      search={searchOf}
      query={list}
      empty={view.q ? emptySearch : none}
    >
      {(card) => <ClassBox card={card} />}
    </CardList>
  );
}
