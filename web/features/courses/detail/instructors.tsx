import { defaultProfileImage } from '@gurukul/contract/accounts';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { InstructorRow } from '@gurukul/contract/shared/teacher-row';
import { Text, Title } from '@mantine/core';
import { session } from '#web/lib/session.ts';
import { paths, to, type RouteOfOne } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { valueText } from '#web/texts/values.ts';
import { AppLink } from '#web/ui/link.tsx';
import { MeetingTimes } from '#web/ui/meeting-time.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RichText } from '#web/ui/document/rich-text.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import classes from './instructors.module.css';

const t = coursesTexts.detail;

/** Where more is told about a teacher, to those who may know it. */
const profileFor: Readonly<Record<PortalRole, RouteOfOne | null>> = {
  admin: paths.teacher,
  courseadmin: paths.singleTeacher,
  teacher: null,
};

function Instructor({ teacher }: { teacher: InstructorRow }) {
  const { user_id, fullname, image, work_status, associated_from, class_name, weekly_slots, description } =
    teacher;
  const profile = profileFor[session.role ?? 'teacher'];
  return (
    <li className={classes.instructor}>
      <img
        src={image || defaultProfileImage}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        className={classes.image}
      />
      <div className={classes.words}>
        <Title order={2} size="h3">
          {profile ? (
            <AppLink href={to(profile, user_id)} className={classes.name}>
              {fullname}
            </AppLink>
          ) : (
            fullname
          )}
        </Title>
        <Text c="dimmed" size="sm">
          {[
            work_status && valueText('work', work_status),
            associated_from ? t.since({ years: associated_from }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {class_name ? <Text>{class_name}</Text> : null}
        {weekly_slots.length > 0 ? (
          <div className={classes.meets}>
            <Text size="sm">{t.meets}:</Text>
            <MeetingTimes slots={weekly_slots} />
          </div>
        ) : null}
        <RichText html={description} />
      </div>
    </li>
  );
}

interface CourseInstructorsProps {
  teachers: readonly InstructorRow[];
  emptyText: string;
}

export function CourseInstructors({ teachers, emptyText }: CourseInstructorsProps) {
  return (
    <Panel>
      {teachers.length === 0 ? (
        <EmptyState title={emptyText} />
      ) : (
        <ul className={classes.instructors}>
          {teachers.map((teacher) => (
            <Instructor key={teacher.user_id} teacher={teacher} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
