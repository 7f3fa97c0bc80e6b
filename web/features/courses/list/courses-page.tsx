import { courses, courseSorts, type CourseRow } from '@gurukul/contract/courses';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { sortIn } from '#web/lib/address/sort-in.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { courseColumns } from './course-columns.tsx';
import { stateFilters, StateFilters, statesIn } from '../course-states.tsx';

const t = coursesTexts.all;

/** The server takes no longer text. */
const searchMax = 100;

const columns = Object.values(courseColumns);
const rowId = ({ id }: CourseRow) => String(id);
const detailOf = ({ id }: CourseRow) => to(paths.course, id);

/** /courses: all courses of the provider, for the account admin. The server sends the page that is shown. */
export function CoursesPage() {
  const view = useTableSearch(pageSizes.courses);
  const [search] = useSearchState();
  const client = useQueryClient();
  const filter = {
    search: searchText(view.q, searchMax),
    ...statesIn(search),
    sort: sortIn(courseSorts, view.sort) ?? ('' as const),
  };
  const isNarrowed = [filter.search, filter.status, filter.reg_status].some(Boolean);
  const list = useQuery({
    ...query(courses.get_all_courses, { ...filter, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.data[0];
  const total = list.data?.total_count;
  const isStale = list.isPlaceholderData;
  const isLoading = useLastPage(view, { rows, total, isStale, error: list.error });
  const fetchRows = async () => (await client.fetchQuery(query(courses.get_all_courses, filter))).data[0];

  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <Button renderRoot={linkTo(paths.addCourse)} leftSection={<IconPlus aria-hidden size={18} />}>
            {t.add}
          </Button>
        }
      />
      <DataTable
        label={t.table}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowHref={detailOf}
        view={view}
        search={
          <SearchBox
            label={coursesTexts.search}
            placeholder={coursesTexts.searchHint}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filters={<StateFilters />}
        total={total ?? 0}
        canExport
        fetchRows={fetchRows}
        {...(isNarrowed
          ? { emptyAction: <ShowAll filters={stateFilters} /> }
          : { emptyText: t.noneYet, emptyHint: t.noneHint })}
        isLoading={isLoading}
        isStale={isStale}
        query={list}
      />
    </>
  );
}
