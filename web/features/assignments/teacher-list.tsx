import type { ClassRow } from '@gurukul/contract/classes';
import type { CourseTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { Text } from '@mantine/core';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { formatNumber, hoursOf } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { valueText } from '#web/texts/values.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { HelpMark } from '#web/ui/help-mark.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { CardList } from '#web/ui/table/card-list.tsx';
import type { RowsQuery } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { draggedTeacher, placesOf } from '../classes/class-cards.tsx';
import { controls, goTo } from '../classes/go-to.ts';
import { AssociationButton } from './association-button.tsx';
import classes from './association-page.module.css';
import { StrengthField } from './strength-field.tsx';
import { useStableOrder } from './use-stable-order.ts';

const t = classesTexts.teachers;

const workOf = ({ work_status }: CourseTeacherRow) => work_status && valueText('work', work_status);

interface TeacherListProps {
  courseId: number | null;
  teachers: readonly CourseTeacherRow[] | undefined;
  query: RowsQuery;
  /** Slots of the course. */
  slots: readonly ClassRow[] | undefined;
  onSlot: (slotId: number) => void;
}

/** What they do in the course, in a few words. */
function factsOf(teacher: CourseTeacherRow, taught: readonly ClassRow[]): string {
  const { status, student_count, available_slots, class_name } = teacher;
  const minutes = taught.reduce((sum, { duration }) => sum + duration, 0);
  return [
    t.statuses[status],
    minutes > 0 && classesTexts.cards.hours({ hours: formatNumber(hoursOf(minutes)) }),
    class_name,
    student_count > 0 && available_slots !== undefined && placesOf(available_slots),
    workOf(teacher),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** All teachers: whether they are associated with the course, and how many students they can take there. */
export function TeacherList({ courseId, teachers, query, slots, onSlot }: TeacherListProps) {
  const view = useTableSearch({ size: 10 }, '', 'teachers-');
  const rows = useStableOrder(courseId, teachers);
  return (
    <CardList
      title={t.title}
      label={t.label}
      anchor={controls.teachers}
      actions={<InviteButton newRole="teacher" />}
      rows={rows}
      rowId={({ user_id }) => user_id}
      view={view}
      search={{
        label: t.search,
        of: (teacher) => [teacher.fullname, teacher.email_id, workOf(teacher), teacher.class_name].join(' '),
      }}
      query={query}
      first={
        <Text size="sm" c="dimmed" className={classes.hint}>
          {courseId === null ? t.withoutCourse : <em>{t.dragHint}</em>}
          <span>
            {t.associate}
            <HelpMark of={t.associate}>{t.associateHelp}</HelpMark>
          </span>
          <span>
            {t.strength}
            <HelpMark of={t.strength}>{t.strengthHelp}</HelpMark>
          </span>
        </Text>
      }
      empty={
        view.q ? <EmptyState action={<ShowAll filters={['teachers-q']} />} /> : <EmptyState title={t.empty} />
      }
    >
      {(teacher) => {
        const { user_id, fullname, image, email_id, status, course_id } = teacher;
        const taught = (slots ?? []).filter((slot) => slot.teacher?.user_id === user_id);
        const isOurs = status === 'associate';
        return (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keyboard has the choice of each class
          <div
            className={classes.row}
            draggable={isOurs && courseId !== null}
            onDragStart={(event) => event.dataTransfer.setData(draggedTeacher, String(user_id))}
          >
            <Portrait src={image} name={fullname} />
            <div className={classes.who}>
              {/* A course admin can open the pages of their own teachers. */}
              <b>
                {session.role === 'admin' || isOurs ? (
                  <ThingLink to="teacher" id={user_id}>
                    {fullname}
                  </ThingLink>
                ) : (
                  fullname
                )}
              </b>
              <EmailText address={email_id} />
              <span>{factsOf(teacher, taught)}</span>
            </div>
            <div className={classes.deeds}>
              <AssociationButton
                teacher={teacher}
                courseId={courseId}
                onReplace={() => {
                  if (taught[0]) onSlot(taught[0].id);
                  goTo(controls.teacher);
                }}
              />
              <StrengthField key={`${course_id} ${user_id}`} teacher={teacher} />
            </div>
          </div>
        );
      }}
    </CardList>
  );
}
