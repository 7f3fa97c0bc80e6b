import { people, type CourseAdminRow } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { useAction } from '#web/api/use-action.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { pageSizes } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { DeleteButton } from './delete-button.tsx';
import { courseAdminColumns } from './person-columns.tsx';
import classes from './person-columns.module.css';
import { staleAfterDeletion } from './stale-after-deletion.ts';
import { ViewProfile } from './view-profile.tsx';

const t = texts.people.courseAdmins;

function CourseAdminActions({ courseAdmin }: { courseAdmin: CourseAdminRow }) {
  const deletion = useAction(people.delete_course_admin, { refreshes: staleAfterDeletion });
  const { id, fullname, total_courses, can } = courseAdmin;
  return (
    <div className={classes.actions}>
      <ViewProfile name={fullname} href={paths.courseAdmin(id)} />
      <DeleteButton
        name={fullname}
        mayDelete={can?.['delete'] ?? false}
        question={texts.people.deletion.courseAdmin(fullname, total_courses)}
        done={texts.people.deletion.courseAdminDone}
        remove={() => deletion.run({ user_id: id })}
        isPending={deletion.isPending}
      />
    </div>
  );
}

const actionsOf = (courseAdmin: CourseAdminRow) => <CourseAdminActions courseAdmin={courseAdmin} />;

/** /Course admins, for the account admin. */
export function CourseAdminsPage() {
  const view = useTableSearch(pageSizes.courseAdmins);
  const all = useQuery(query(people.get_all_courseadmins, {}));
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={<InviteButton newRole="courseadmin" />} />
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
        columns={courseAdminColumns}
        rows={all.data?.data}
        rowId={({ id }) => String(id)}
        rowHref={({ id }) => paths.courseAdmin(id)}
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
