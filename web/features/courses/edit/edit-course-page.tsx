import { courses } from '@gurukul/contract/courses';
import { unwrapHtml } from '@gurukul/contract/shared/html-json';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { session } from '#web/lib/session.ts';
import { paths, type IdsOf } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from '../course-form.module.css';
import { basicsOf, CourseForm, type CourseFields } from '../course-form.tsx';
import { EditLoader, type LoadedCourse } from './loader.tsx';

const t = coursesTexts.edit;

const fieldsOf = ({ data: { course } }: LoadedCourse): CourseFields => ({
  course_name: course.course_name,
  course_duration: course.course_duration,
  courseadmin_id: course.courseadmin_id === null ? '' : String(course.courseadmin_id),
  start_date: course.start_date,
  course_description: unwrapHtml('description', course.course_description),
  course_image: course.course_image,
});

interface EditFormProps {
  loaded: LoadedCourse;
  onLoadNewer: () => Promise<void>;
}

function EditForm({ loaded, onLoadNewer }: EditFormProps) {
  const update = useAction(courses.edit_course_by_admin);
  const [isStale, setStale] = useState(false);
  const [initial] = useState(() => fieldsOf(loaded));
  const [about] = useState(() => ({
    user_id: session.uid,
    course_id: loaded.data.course.id,
    version: loaded.version,
  }));
  const send = async (fields: CourseFields) => {
    try {
      await update.run({ ...basicsOf(fields), ...about });
      return null;
    } catch (error) {
      setStale(refusedWith(error, 'conflict') !== undefined);
      throw error;
    }
  };
  return (
    <Panel>
      {isStale ? (
        <Notice title={t.conflict.title}>
          <Text mb="sm">{t.conflict.adminText}</Text>
          <Button variant="default" onClick={() => void onLoadNewer()}>
            {t.conflict.load}
          </Button>
        </Notice>
      ) : null}
      <CourseForm
        initial={initial}
        draftKey={`course ${loaded.data.course.id}`}
        submitLabel={t.submit}
        send={send}
        doneText={t.doneByAdmin}
        leave={{ title: t.leaveTitle, text: t.leave }}
        lockedReason={loaded.flag ? t.locked : ''}
        cancelHref={paths.courses}
      />
    </Panel>
  );
}

/** A form for the course as it is now; after a conflict a new one for the newer version. */
function Rounds({ loaded }: { loaded: LoadedCourse }) {
  const [round, setRound] = useState(0);
  const client = useQueryClient();
  const loadNewer = async () => {
    await client.refetchQueries({ queryKey: [courses.get_single_course.path] });
    setRound(round + 1);
  };
  return <EditForm key={round} loaded={loaded} onLoadNewer={loadNewer} />;
}

/** The account admin's form of a course. */
export function EditCoursePage({ id }: IdsOf<'editCourse'>) {
  return (
    <div className={classes.page}>
      <PageHeader title={t.title} lead={t.leadOfAdmin} />
      <EditLoader courseId={id}>{(loaded) => <Rounds loaded={loaded} />}</EditLoader>
    </div>
  );
}
