import { people } from '@gurukul/contract/people';
import type { TeacherRow } from '@gurukul/contract/shared/teacher-row';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { ownTeacherColumns } from './person-columns.tsx';
import classes from './person-columns.module.css';
import { ViewProfile } from './view-profile.tsx';

const t = texts.people.ownTeachers;

const actionsOf = ({ user_id, fullname }: TeacherRow) => (
  <ViewProfile name={fullname} href={paths.singleTeacher(user_id)} />
);

/** /Teachers List: the teachers of the course admin's own courses, to read. */
export function OwnTeachersPage() {
  const view = useTableSearch(pageSizes.teachersList);
  const own = useQuery(query(people.getallteachers_for_courseadmin, { user_id: Number(session.uid) }));
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
        columns={ownTeacherColumns}
        rows={own.data?.data}
        rowId={({ user_id }) => String(user_id)}
        rowHref={({ user_id }) => paths.singleTeacher(user_id)}
        rowActions={actionsOf}
        view={view}
        filter={view.q}
        canExport
        error={own.data ? null : own.error}
        onRetry={() => void own.refetch()}
        emptyText={view.q ? texts.ui.noRecords : t.none}
      />
    </>
  );
}
