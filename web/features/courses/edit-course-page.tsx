import { courses } from '@gurukul/contract/courses';
import { unwrapHtml } from '@gurukul/contract/shared/html-json';
import { useState } from 'react';
import { useAction } from '#web/api/use-action.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './course-form.module.css';
import { basicsOf, CourseForm, type CourseFields } from './course-form.tsx';
import { EditLoader, type LoadedCourse } from './edit-loader.tsx';

const t = texts.courses.edit;

const fieldsOf = ({ data: { course } }: LoadedCourse): CourseFields => ({
  course_name: course.course_name,
  course_duration: course.course_duration,
  courseadmin_id: course.courseadmin_id === null ? '' : String(course.courseadmin_id),
  start_date: course.start_date,
  course_description: unwrapHtml('description', course.course_description),
  course_image: course.course_image,
});

const refreshed = [
  courses.get_all_courses,
  courses.get_all_courses_for_courseadmin,
  courses.get_single_course,
];

function EditForm({ loaded }: { loaded: LoadedCourse }) {
  const update = useAction(courses.edit_course_by_admin, { refreshes: refreshed });
  const [initial] = useState(() => fieldsOf(loaded));
  const [about] = useState(() => ({
    user_id: session.uid,
    course_id: loaded.data.course.id,
    version: loaded.version,
  }));
  return (
    <Panel>
      <CourseForm
        initial={initial}
        submitLabel={t.submit}
        send={(fields) => update.run({ ...basicsOf(fields), ...about })}
        doneText={t.doneByAdmin}
        leave={{ title: t.leaveTitle, text: t.leave }}
        lockedReason={loaded.flag ? t.locked : ''}
        cancelHref={paths.courses}
      />
    </Panel>
  );
}

/** The account admin's form of a course. */
export function EditCoursePage() {
  return (
    <div className={classes.page}>
      <PageHeader title={t.title} lead={t.leadOfAdmin} />
      <EditLoader>{(loaded) => <EditForm loaded={loaded} />}</EditLoader>
    </div>
  );
}
