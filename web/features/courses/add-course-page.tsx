import { courses } from '@gurukul/contract/courses';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { today } from '#web/lib/format.ts';
import { session } from '#web/lib/session.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './course-form.module.css';
import { basicsOf, CourseForm, type CourseFields } from './course-form.tsx';

const t = coursesTexts.add;

const emptyCourse = (): CourseFields => ({
  course_name: '',
  course_duration: 'semester',
  courseadmin_id: '',
  start_date: today(),
  course_description: '',
  course_image: '',
});

/** Two of the long texts have no field here and start empty. */
const requestOf = (fields: CourseFields) => ({
  ...basicsOf(fields),
  what_we_learn: JSON.stringify({ what: '' }),
  note: JSON.stringify({ note: '' }),
  user_id: session.uid,
  course_id: null,
});

export function AddCoursePage() {
  const add = useAction(courses.add_course);
  const [initial] = useState(emptyCourse);
  return (
    <div className={classes.page}>
      <PageHeader title={t.title} lead={t.lead} />
      <Panel>
        <CourseForm
          initial={initial}
          draftKey="new course"
          submitLabel={t.submit}
          send={(fields) => add.run(requestOf(fields))}
          doneText={t.added}
          leave={{ title: t.leaveTitle, text: t.leave }}
        />
      </Panel>
    </div>
  );
}
