import { people } from '@gurukul/contract/people';
import type { ListedTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query, send } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { DeleteButton } from './delete-button.tsx';
import { PeopleList } from './people-list.tsx';
import { teacherColumns } from './person-columns.tsx';
import classes from './person-columns.module.css';
import { useAskedTeachers } from './use-asked-teachers.ts';
import { ViewProfile } from './view-profile.tsx';

const ShowVolunteers = lazy(async () => ({
  default: (await import('#web/features/checks/show-volunteers.tsx')).ShowVolunteers,
}));

function TeacherActions({ teacher }: { teacher: ListedTeacherRow }) {
  const deletion = useAction(people.delete_teacher);
  const { user_id, fullname, can } = teacher;
  return (
    <div className={classes.actions}>
      <ViewProfile name={fullname} href={to(paths.teacher, user_id)} />
      <DeleteButton
        name={fullname}
        mayDelete={can?.delete ?? false}
        question={peopleTexts.deletion.teacher({ name: fullname })}
        done={peopleTexts.deletion.teacherDone}
        remove={() => deletion.run({ teacher_id: user_id, user_id: session.uid, role: session.role })}
        isPending={deletion.isPending}
      />
    </div>
  );
}

const actionsOf = (teacher: ListedTeacherRow) => <TeacherActions teacher={teacher} />;

/** /teachers, for the account admin. */
export function TeachersPage() {
  const { view, filter, page } = useAskedTeachers();
  const list = useQuery({
    ...query(people.get_all_teachers, { ...filter, ...page }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PeopleList
        words={peopleTexts.teachers}
        newRole="teacher"
        view={view}
        columns={teacherColumns}
        people={list}
        fetchRows={async () => (await send(people.get_all_teachers, filter)).data}
        idOf={({ user_id }) => user_id}
        hrefOf={({ user_id }) => to(paths.teacher, user_id)}
        actionsOf={actionsOf}
        isFolded
      />
      <Suspense>
        <ShowVolunteers />
      </Suspense>
    </>
  );
}
