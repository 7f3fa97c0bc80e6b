import type { CourseRow } from '@gurukul/contract/courses';
import classes from './list/course-columns.module.css';
import { CoursePicture } from './course-picture.tsx';

/** A course in a list: its picture and its name. */
export function CourseName({ course }: { course: Pick<CourseRow, 'course_name' | 'course_image'> }) {
  return (
    <span className={classes.name}>
      <span data-picture="cover" className={classes.picture}>
        <CoursePicture
          src={course.course_image}
          name={course.course_name}
          alt=""
          width={44}
          height={28}
          className={classes.image}
        />
      </span>
      <span className={classes.title}>{course.course_name}</span>
    </span>
  );
}
