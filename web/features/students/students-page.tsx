import { students, type StudentRow } from '@gurukul/contract/students';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { query } from '#web/calls/client.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { OwnQuestions } from '../questions/answer-columns.tsx';
import { ImportLink } from '../student-import/import-link.tsx';
import { hasSave } from '../selection/save-place.ts';
import { useSelection } from '../selection/use-selection.ts';
import { AddStudentButton } from './add-student-button.tsx';
import { useNoneFound, type Counts } from './none-found.tsx';
import { WaitingCorrections } from '../my-page/waiting-corrections.tsx';
import { StudentActions } from './student-actions.tsx';
import { MailThis } from '#web/features/reports/mail-this.tsx';
import { saveExport, ServerExport } from '#web/features/exports/server-export.tsx';
import { StudentFilters, StudentSearch } from './student-filters.tsx';
import { StudentTable } from './student-table.tsx';
import { studentsIn, useAskedStudents, type AskedStudents } from './use-asked-students.ts';

interface StudentList extends Counts {
  rows: readonly StudentRow[];
  has_questions?: boolean | undefined;
}

const AnswerColumns = lazy(async () => ({
  default: (await import('../questions/answer-columns.tsx')).AnswerColumns,
}));

const SelectionBar = lazy(async () => ({
  default: (await import('../selection/selection-bar.tsx')).SelectionBar,
}));

interface StudentsProps extends Pick<ComponentProps<typeof StudentTable>, 'rowHref' | 'rowActions'> {
  t: typeof studentsTexts.all;
  asked: AskedStudents;
  list: UseQueryResult<StudentList>;
}

const nameOf = ({ fullname }: StudentRow) => fullname;

function Students({ t, asked, list, ...ofRow }: StudentsProps) {
  const { view, filter } = asked;
  const total = list.data?.total_count;
  const none = useNoneFound(asked, list.data);
  const selection = useSelection(filter);
  /** From the first row that is ticked the bar stays, since its dialog outlives the selection. */
  const [hasBar, setBar] = useState(hasSave);
  const [own, setOwn] = useState<OwnQuestions>();

  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <>
            <AddStudentButton />
            <ImportLink />
          </>
        }
      />
      <WaitingCorrections />
      <StudentTable
        label={t.table}
        view={view}
        search={<StudentSearch view={view} />}
        filters={<StudentFilters>{own?.filters}</StudentFilters>}
        further={own?.columns}
        rows={list.data?.rows}
        total={total}
        {...none}
        {...ofRow}
        foldActions={nameOf}
        tools={
          <>
            <MailThis
              report={{ list: 'students', ...filter }}
              views={view.display.views}
              reportOf={(search) => ({ list: 'students', ...studentsIn(search) })}
            />
            <ServerExport
              call={students.export_students}
              inputOf={(format) => ({ ...filter, format })}
              count={total}
            />
          </>
        }
        query={list}
        selection={{
          selected: selection.ticked,
          onChange: (ticked) => {
            setBar(true);
            selection.tick(ticked);
          },
          nameOf,
        }}
      />
      <Suspense>
        {list.data?.has_questions ? <AnswerColumns onAsked={setOwn} /> : null}
        {hasBar ? (
          <SelectionBar
            selection={selection}
            total={total}
            onExport={async (format) =>
              saveExport(students.export_students, {
                ...selection.selected.list,
                sort: filter.sort,
                rows: selection.selected.rows,
                format,
              })
            }
          />
        ) : null}
      </Suspense>
    </>
  );
}

const ofAdmin = {
  rowHref: ({ id }: StudentRow) => to(paths.student, id),
  rowActions: (student: StudentRow) => (
    <StudentActions student={student} profile={to(paths.student, student.id)} withDelete />
  ),
};

/** /students: all students of the provider, for the account admin. */
export function StudentsPage() {
  const asked = useAskedStudents(pageSizes.students);
  const list = useQuery({
    ...query(students.get_all_students, { ...asked.filter, ...asked.page }),
    placeholderData: keepPreviousData,
    select: ({ data, ...counts }) => ({ rows: data, ...counts }),
  });
  return <Students t={studentsTexts.all} asked={asked} list={list} {...ofAdmin} />;
}

const ofCourseAdmin = {
  rowHref: ({ id }: StudentRow) => to(paths.singleStudent, id),
  rowActions: (student: StudentRow) => (
    <StudentActions student={student} profile={to(paths.singleStudent, student.id)} />
  ),
};

/** /All Students: the students of the course admin's own courses. */
export function OwnStudentsPage() {
  const asked = useAskedStudents(pageSizes.allStudents);
  const list = useQuery({
    ...query(students.getallstudents_under_courseadmin, {
      user_id: session.uid,
      ...asked.filter,
      ...asked.page,
    }),
    placeholderData: keepPreviousData,
    select: ({ data: [rows], ...counts }) => ({ rows, ...counts }),
  });
  return <Students t={studentsTexts.own} asked={asked} list={list} {...ofCourseAdmin} />;
}
