import { courses } from '@gurukul/contract/courses';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { useSearchState, useTableSearch } from '#web/lib/table-search.ts';
import { paths } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { courseColumns } from './course-columns.tsx';
import { inStates, StateFilters } from './course-states.tsx';
import classes from './courses-page.module.css';

const t = coursesTexts.all;

const columns = Object.values(courseColumns);

export function CoursesPage() {
  const view = useTableSearch(pageSizes.courses);
  const [search] = useSearchState();
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
          label={coursesTexts.search}
          placeholder={coursesTexts.searchHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
        <StateFilters />
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
