import { people } from '@gurukul/contract/people';
import type { TaughtStudentRow } from '@gurukul/contract/students';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { StudentSearch } from './student-filters.tsx';
import { taughtStudentColumns } from './student-columns.tsx';

const t = studentsTexts.ofTeacher;

const idIn = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

interface Option {
  readonly id: number;
  readonly name: string;
}

/** A choice that the list does not know stays visible, so that it can be left again. */
function optionsOf(options: readonly Option[], chosen: number, words: { all: string; unknown: string }) {
  const isKnown = chosen === 0 || options.some(({ id }) => id === chosen);
  return [
    { value: '', label: words.all },
    ...(isKnown ? [] : [{ value: String(chosen), label: words.unknown }]),
    ...options.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}

const valueOf = (id: number) => (id === 0 ? '' : String(id));

const rowId = ({ id, class_id }: TaughtStudentRow) => `${id} ${class_id}`;
const profileOf = ({ id }: TaughtStudentRow) => to(paths.studentProfile, id);

/** /Student List: the students of the signed-in teacher's classes; they are all here. */
export function StudentListPage() {
  const view = useTableSearch({ size: 10 });
  const [search, change] = useSearchState();
  const course = idIn(search['course']);
  const group = idIn(search['class']);
  const list = useQuery({
    ...query(people.getstudents_under_teacher, {
      user_id: session.uid,
      course_id: course,
      class_id: group,
    }),
    placeholderData: keepPreviousData,
  });
  const courses = list.data?.courses.map(({ course_id: id, course_name: name }) => ({ id, name }));
  const groups = list.data?.classes.map(({ class_id: id, class_name: name }) => ({ id, name }));

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <DataTable
        label={t.table}
        columns={taughtStudentColumns}
        rows={list.data?.data}
        rowId={rowId}
        rowHref={profileOf}
        view={view}
        search={<StudentSearch view={view} />}
        filters={
          <>
            <FilterChip
              label={t.course}
              options={optionsOf(courses ?? [], course, { all: t.allCourses, unknown: t.unknownCourse })}
              value={valueOf(course)}
              onChange={(next) => change({ course: next, class: '', page: '' })}
            />
            <FilterChip
              label={t.class}
              options={optionsOf(groups ?? [], group, { all: t.allClasses, unknown: t.unknownClass })}
              value={valueOf(group)}
              onChange={(next) => change({ class: next, page: '' })}
            />
          </>
        }
        filter={view.q}
        query={list}
        {...(view.q ? { emptyAction: <ShowAll /> } : { emptyText: t.none })}
      />
    </>
  );
}
