import type { CourseRow } from '@gurukul/contract/courses';
import { useState } from 'react';
import { CoursePicture } from '#web/features/courses/course-picture.tsx';
import { useNamedLike } from '#web/lib/use-named-like.ts';
import { paths, to } from '#web/paths.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { AppLink } from '#web/ui/link.tsx';
import classes from './course-tabs.module.css';

const t = classesTexts.choose;

/** Of more courses, a search finds the others. */
const most = 8;

interface CourseTabsProps {
  courses: readonly CourseRow[];
  courseId: number | null;
  /** Each course has an address of its own; else the search of the page says it. */
  isManaging: boolean;
}

/** The courses to choose from, each with its cover. The chosen one is always among them. */
export function CourseTabs({ courses, courseId, isManaging }: CourseTabsProps) {
  const [typed, setTyped] = useState('');
  const isLike = useNamedLike(typed !== '')(typed);
  const found = courses.filter(({ course_name }) => isLike(course_name));
  const current = found.findIndex(({ id }) => id === courseId);
  const shown =
    current < most
      ? found.slice(0, most)
      : [...found.slice(0, most - 1), ...found.slice(current, current + 1)];
  return (
    <nav aria-label={t.courses}>
      <ul className={classes.courses}>
        {courses.length > most ? (
          <li className={classes.search}>
            <SearchBox label={t.search} placeholder={t.search} value={typed} onChange={setTyped} />
          </li>
        ) : null}
        {shown.map(({ id, course_name, course_image }) => (
          <li key={id}>
            <AppLink
              ref={id === courseId ? showTab : undefined}
              href={isManaging ? to(paths.manage, id) : `${paths.courseAssociation}?course=${id}`}
              aria-current={id === courseId ? 'page' : undefined}
            >
              <CoursePicture
                src={course_image}
                name={course_name}
                alt=""
                width={48}
                height={30}
                className={undefined}
              />
              <span title={course_name}>{course_name}</span>
            </AppLink>
          </li>
        ))}
        {found.length > shown.length ? (
          <li className={classes.more}>{t.more({ count: found.length - shown.length })}</li>
        ) : null}
      </ul>
    </nav>
  );
}

/** On a phone the row scrolls. */
function showTab(tab: HTMLElement | null) {
  const row = tab?.closest('ul');
  if (tab && row) row.scrollLeft = tab.offsetLeft - row.clientWidth / 3;
}
