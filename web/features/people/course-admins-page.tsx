import { people, type CourseAdminRow } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { DeleteButton } from './delete-button.tsx';
import { PeopleList } from './people-list.tsx';
import { courseAdminColumns } from './person-columns.tsx';
import classes from './person-columns.module.css';
import { ViewProfile } from './view-profile.tsx';

function CourseAdminActions({ courseAdmin }: { courseAdmin: CourseAdminRow }) {
  const deletion = useAction(people.delete_course_admin);
  const { id, fullname, total_courses, can } = courseAdmin;
  return (
    <div className={classes.actions}>
      <ViewProfile name={fullname} href={to(paths.courseAdmin, id)} />
      <DeleteButton
        name={fullname}
        mayDelete={can.delete}
        question={peopleTexts.deletion.courseAdmin({ name: fullname, count: total_courses })}
        done={peopleTexts.deletion.courseAdminDone}
        remove={() => deletion.run({ user_id: id })}
        isPending={deletion.isPending}
      />
    </div>
  );
}

const actionsOf = (courseAdmin: CourseAdminRow) => <CourseAdminActions courseAdmin={courseAdmin} />;

/** /Course admins, for the account admin. */
export function CourseAdminsPage() {
  const view = useTableSearch({ size: 10 });
  const all = useQuery(query(people.get_all_courseadmins, {}));
  return (
    <PeopleList
      words={peopleTexts.courseAdmins}
      newRole="courseadmin"
      view={view}
      columns={courseAdminColumns}
      people={all}
      idOf={({ id }) => id}
      hrefOf={({ id }) => to(paths.courseAdmin, id)}
      actionsOf={actionsOf}
      isFolded
    />
  );
}
