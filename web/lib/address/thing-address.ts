import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { paths, to, type Path, type RouteOfOne } from '#web/paths.ts';
import { session } from '../session.ts';

export type LinkedThing = 'class' | 'course' | 'student' | 'teacher';

const routes: Readonly<Record<PortalRole, Readonly<Record<LinkedThing, RouteOfOne>>>> = {
  admin: { class: paths.class, course: paths.course, student: paths.student, teacher: paths.teacher },
  courseadmin: {
    class: paths.class,
    course: paths.singleCourse,
    student: paths.singleStudent,
    teacher: paths.singleTeacher,
  },
  teacher: {
    class: paths.class,
    course: paths.viewCourse,
    student: paths.studentProfile,
    teacher: paths.teacher,
  },
};

/** The page of one thing for a role, usually the signed-in one; null for a teacher who looks at another teacher. */
export function thingAddress(thing: Exclude<LinkedThing, 'teacher'>, id: number, role?: PortalRole): Path;
export function thingAddress(thing: LinkedThing, id: number, role?: PortalRole): Path | null;
export function thingAddress(thing: LinkedThing, id: number, role = session.role ?? 'teacher'): Path | null {
  if (thing === 'teacher' && role === 'teacher' && String(id) !== session.uid) return null;
  return to(routes[role][thing], id);
}
