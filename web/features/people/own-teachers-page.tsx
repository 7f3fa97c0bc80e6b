import { people } from '@gurukul/contract/people';
import type { TeacherRow } from '@gurukul/contract/shared/teacher-row';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query, send } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { PeopleList } from './people-list.tsx';
import { ownTeacherColumns } from './person-columns.tsx';
import { useAskedTeachers } from './use-asked-teachers.ts';
import { ViewProfile } from './view-profile.tsx';

const actionsOf = ({ user_id, fullname }: TeacherRow) => (
  <ViewProfile name={fullname} href={to(paths.singleTeacher, user_id)} />
);

/** /Teachers List: the teachers of the course admin's own courses, to read. */
export function OwnTeachersPage() {
  const { view, filter, page } = useAskedTeachers();
  const asked = { user_id: Number(session.uid), ...filter };
  const list = useQuery({
    ...query(people.getallteachers_for_courseadmin, { ...asked, ...page }),
    placeholderData: keepPreviousData,
  });
  return (
    <PeopleList
      words={peopleTexts.ownTeachers}
      newRole="teacher"
      view={view}
      columns={ownTeacherColumns}
      people={list}
      fetchRows={async () => (await send(people.getallteachers_for_courseadmin, asked)).data}
      idOf={({ user_id }) => user_id}
      hrefOf={({ user_id }) => to(paths.singleTeacher, user_id)}
      actionsOf={actionsOf}
    />
  );
}
