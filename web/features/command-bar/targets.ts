import type { FoundItem, FoundKind } from '@gurukul/contract/search';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { paths, to, type Address } from '#web/paths.ts';

type Target = (item: FoundItem) => Address;
type Targets = Readonly<Partial<Record<FoundKind, Target>>>;

const event: Target = ({ id }) => `${paths.events}${stringifySearch({ dialog: 'view', event: id })}`;

/** The page of the role that shows what was found. */
const targets: Readonly<Record<PortalRole, Targets>> = {
  admin: {
    student: ({ id }) => to(paths.student, id),
    course: ({ id }) => to(paths.course, id),
    class: ({ id }) => to(paths.class, id),
    teacher: ({ id }) => to(paths.teacher, id),
    course_admin: ({ id }) => to(paths.courseAdmin, id),
    payment: ({ id }) => to(paths.singlePayment, id),
    event,
  },
  courseadmin: {
    student: ({ id }) => to(paths.singleStudent, id),
    course: ({ id }) => to(paths.singleCourse, id),
    class: ({ id }) => to(paths.class, id),
    teacher: ({ id }) => to(paths.singleTeacher, id),
    payment: ({ id }) => to(paths.ownPayment, id),
    event,
  },
  teacher: {
    student: ({ id }) => to(paths.studentProfile, id),
    course: ({ id }) => to(paths.viewCourse, id),
    class: ({ id }) => to(paths.class, id),
  },
};

/** Where something found leads; null for a kind that the role has no page for. */
export const targetOf = (role: PortalRole, item: FoundItem) => targets[role][item.kind]?.(item) ?? null;
