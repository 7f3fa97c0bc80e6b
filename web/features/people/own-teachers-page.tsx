import { people } from '@gurukul/contract/people';
import type { TeacherRow } from '@gurukul/contract/shared/teacher-row';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { sizeChoice } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { PeopleList } from './people-list.tsx';
import { ownTeacherColumns } from './person-columns.tsx';
import { ViewProfile } from './view-profile.tsx';

const actionsOf = ({ user_id, fullname }: TeacherRow) => (
  <ViewProfile name={fullname} href={to(paths.singleTeacher, user_id)} />
);

/** /Teachers List: the teachers of the course admin's own courses, to read. */
export function OwnTeachersPage() {
  const all = useQuery(query(people.getallteachers_for_courseadmin, { user_id: Number(session.uid) }));
  return (
    <PeopleList
      words={peopleTexts.ownTeachers}
      newRole="teacher"
      size={{ size: 30, sizes: sizeChoice }}
      columns={ownTeacherColumns}
      people={all}
      idOf={({ user_id }) => user_id}
      hrefOf={({ user_id }) => to(paths.singleTeacher, user_id)}
      actionsOf={actionsOf}
    />
  );
}
