import { courses } from '@gurukul/contract/courses';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { today } from '#web/lib/format/format.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './course-form.module.css';
import { basicsOf, CourseForm, type CourseFields } from './course-form.tsx';

const t = coursesTexts.add;

const emptyCourse = (adminId: string): CourseFields => ({
  course_name: '',
  course_duration: 'semester',
  courseadmin_id: adminId,
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
  // From the steps of a new provider: the account admin looks after the course, and its class comes next.
  const isFirst = useSearchParam('by')[0] === 'me';
  const [initial] = useState(() => emptyCourse(isFirst ? session.uid : ''));
  return (
    <div className={classes.page}>
      <PageHeader title={t.title} lead={t.lead} />
      <Panel>
        <CourseForm
          initial={initial}
          draftKey="new course"
          submitLabel={t.submit}
          send={async (fields) => {
            const { course_id } = await add.run(requestOf(fields));
            // The next step is a class in it.
            session.select({ course: course_id });
            return isFirst ? course_id : null;
          }}
          doneText={t.added}
          leave={{ title: t.leaveTitle, text: t.leave }}
        />
      </Panel>
    </div>
  );
}
