import { people } from '@gurukul/contract/people';
import type { TeacherRow } from '@gurukul/contract/shared/teacher-row';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { useAction } from '#web/api/use-action.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { DeleteButton } from './delete-button.tsx';
import { teacherColumns } from './person-columns.tsx';
import classes from './person-columns.module.css';
import { staleAfterDeletion } from './stale-after-deletion.ts';
import { ViewProfile } from './view-profile.tsx';

const t = texts.people.teachers;

function TeacherActions({ teacher }: { teacher: TeacherRow }) {
  const deletion = useAction(people.delete_teacher, { refreshes: staleAfterDeletion });
  const { user_id, fullname, can } = teacher;
  return (
    <div className={classes.actions}>
      <ViewProfile name={fullname} href={paths.teacher(user_id)} />
      <DeleteButton
        name={fullname}
        mayDelete={can?.['delete'] ?? false}
        question={texts.people.deletion.teacher(fullname)}
        done={texts.people.deletion.teacherDone}
        remove={() => deletion.run({ teacher_id: user_id, user_id: session.uid, role: session.role })}
        isPending={deletion.isPending}
      />
    </div>
  );
}

const actionsOf = (teacher: TeacherRow) => <TeacherActions teacher={teacher} />;

/** /teachers, for the account admin; they are all here, so searching and sorting need no server. */
export function TeachersPage() {
  const view = useTableSearch(pageSizes.teachers);
  const all = useQuery(query(people.get_all_teachers, {}));
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={<InviteButton newRole="teacher" />} />
      <search className={classes.search}>
        <SearchBox
          label={texts.people.search}
          placeholder={t.searchHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
      </search>
      <DataTable
        label={t.title}
        columns={teacherColumns}
        rows={all.data?.data}
        rowId={({ user_id }) => String(user_id)}
        rowHref={({ user_id }) => paths.teacher(user_id)}
        rowActions={actionsOf}
        view={view}
        filter={view.q}
        canExport
        error={all.data ? null : all.error}
        onRetry={() => void all.refetch()}
        emptyText={view.q ? texts.ui.noRecords : t.none}
      />
    </>
  );
}
