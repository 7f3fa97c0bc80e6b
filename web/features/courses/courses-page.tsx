import { courses, courseStatuses, registrationStates, type CourseRow } from '@gurukul/contract/courses';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { useSearchState, useTableSearch } from '#web/lib/table-search.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { courseColumns } from './course-columns.tsx';
import classes from './courses-page.module.css';

const t = texts.courses.all;

const columns = Object.values(courseColumns);

const any = { value: '', label: t.any };
const statuses = [any, ...courseStatuses.map((value) => ({ value, label: texts.courses.statuses[value] }))];
const registrations = [
  any,
  ...registrationStates.map((value) => ({ value, label: texts.courses.registrations[value] })),
];

/** The rows in the states that the address names; a state that does not exist filters nothing. */
function inStates(rows: readonly CourseRow[], { status = '', registration = '' }: Record<string, string>) {
  const asked = {
    status: courseStatuses.find((value) => value === status),
    reg_status: registrationStates.find((value) => value === registration),
  };
  return rows.filter(
    (row) =>
      (!asked.status || row.status === asked.status) &&
      (!asked.reg_status || row.reg_status === asked.reg_status),
  );
}

export function CoursesPage() {
  const view = useTableSearch(pageSizes.courses);
  const [search, change] = useSearchState();
  const all = useQuery(query(courses.get_all_courses, {}));
  const rows = all.data?.data[0];

  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <Button
            renderRoot={(props) => <AppLink href={paths.addCourse} {...props} />}
            leftSection={<IconPlus aria-hidden size={18} />}
          >
            {t.add}
          </Button>
        }
      />
      <search className={classes.filters}>
        <SearchBox
          label={texts.courses.search}
          placeholder={texts.courses.searchHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
        <NativeSelect
          label={t.status}
          data={statuses}
          value={search['status'] ?? ''}
          onChange={(event) => change({ status: event.currentTarget.value, page: '' })}
        />
        <NativeSelect
          label={t.registration}
          data={registrations}
          value={search['registration'] ?? ''}
          onChange={(event) => change({ registration: event.currentTarget.value, page: '' })}
        />
      </search>
      <DataTable
        label={t.table}
        columns={columns}
        rows={rows && inStates(rows, search)}
        rowId={(course) => String(course.id)}
        rowHref={(course) => paths.course(course.id)}
        view={view}
        filter={view.q}
        canExport
        error={all.error}
        onRetry={() => void all.refetch()}
      />
    </>
  );
}
