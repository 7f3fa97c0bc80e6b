import { attendance, type AttendanceSheet } from '@gurukul/contract/attendance';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { isTurned } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState, type PlainSearch } from '#web/lib/address/address-search.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { NoCourses } from '#web/features/classes/no-courses.tsx';
import { MailThis } from '#web/features/reports/mail-this.tsx';
import { ServerExport } from '#web/features/exports/server-export.tsx';
import { ClassChoice, useClassChoices } from './class-choice.tsx';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import filters from './filters.module.css';
import { MarkViews } from './mark-views.tsx';
import { PrintedReport } from './printed-report.tsx';
import { periodIn, withDate, type Period } from './report-period.ts';
import { ReportSummary } from './report-summary.tsx';
import { ReportTable } from './report-table.tsx';

const t = attendanceTexts.report;

/** What the address asks for. */
interface ReportAddress extends Period {
  readonly course: string;
  readonly class: string;
}

function findFault({ course, class: group, start, end }: ReportAddress) {
  if (course === '') return attendanceTexts.selectCourse;
  if (group === '') return attendanceTexts.selectClass;
  return start === '' || end === '' ? t.selectDates : null;
}

const inputOf = ({ course, class: group, start, end }: ReportAddress) => ({
  course_admin_id: session.uid,
  course_id: course,
  class_id: group,
  start_date: start,
  end_date: end,
});

/** Some two hundred sheets of paper; the browser stands still for long while it lays out more. */
const mostMarksOnPaper = 100_000;

function reasonAgainstPrinting(sheet: AttendanceSheet | undefined) {
  if (!sheet) return t.printReason;
  return sheet.students.length * sheet.dates.length > mostMarksOnPaper ? t.tooMuchForPaper : null;
}

/** The refusal with its reason, such as how long a period may be. */
const reasonOf = (error: Error) =>
  error instanceof ApiError ? [error.message, ...Object.values(error.problems)].join('. ') : error.message;

export function AttendanceReportPage() {
  const [search, change] = useSearchState();
  // Only these keys of the address: the name search and the page number do not change the question to the server.
  const period = periodIn(search);
  const asked: ReportAddress = { course: search['course'] ?? '', class: search['class'] ?? '', ...period };
  const choices = useClassChoices(asked);
  const isShown = search['show'] === 'yes' && findFault(asked) === null;
  const report = useQuery({
    ...query(attendance.get_report_sheet, inputOf(asked)),
    enabled: isShown,
    staleTime: 0,
    // Comparing thousands of students with those of a moment ago costs more than it saves.
    structuralSharing: false,
  });
  const data = isShown ? report.data?.data : undefined;

  const ask = (part: PlainSearch) => change({ ...part, show: '', page: '', q: '' });
  const askOf = (key: keyof Period, day: string) => ask(withDate(search, period, key, day));
  const view = () => {
    const fault = findFault(asked);
    if (fault) return toast.warning(fault);
    if (isShown) void report.refetch();
    // The address says the dates, so a link shows the same report tomorrow.
    return change({ start: asked.start, end: asked.end, show: 'yes' });
  };

  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <>
            {data ? (
              <>
                <MailThis report={{ list: 'attendance', course_id: asked.course, class_id: asked.class }} />
                <ServerExport
                  call={attendance.export_report}
                  inputOf={(format) => ({ ...inputOf(asked), format })}
                  count={data.students.length}
                />
              </>
            ) : null}
            <ActionButton
              variant="default"
              leftSection={<IconPrinter aria-hidden size={18} />}
              disabledReason={reasonAgainstPrinting(data)}
              onClick={() => window.print()}
            >
              {t.print}
            </ActionButton>
          </>
        }
      />
      <Panel>
        <search aria-label={t.filters} className={filters.row}>
          <ClassChoice
            labels={t}
            chosen={asked}
            choices={choices}
            onChange={(chosen) => ask({ ...chosen })}
          />
          <DateField
            label={t.start}
            value={asked.start}
            error={isTurned(asked.start, dayInAddress(search['end'])) && texts.ui.fromAfterTo}
            onChange={(day) => askOf('start', day)}
            max={asked.end}
            clearable
          />
          <DateField
            label={t.end}
            value={asked.end}
            onChange={(day) => askOf('end', day)}
            min={asked.start}
            clearable
          />
          <Button onClick={view}>{t.view}</Button>
        </search>
      </Panel>
      {choices.courseOptions?.length === 0 ? (
        <NoCourses title={attendanceTexts.noCourses} />
      ) : isShown ? null : (
        <EmptyState title={t.hint} />
      )}
      {isShown && report.isPending ? <LoadingState /> : null}
      {isShown && report.isError ? (
        <FailedState message={reasonOf(report.error)} onRetry={() => void report.refetch()} />
      ) : null}
      {data ? (
        <>
          <MarkViews of={{ ...asked, group: asked.class }} current="report" />
          <ReportSummary sheet={data} />
          <Panel>
            <ReportTable sheet={data} course={Number(asked.course)} group={Number(asked.class)} />
          </Panel>
          {reasonAgainstPrinting(data) === null ? (
            <PrintedReport
              sheet={data}
              course={choices.names.course}
              group={choices.names.class}
              start={asked.start}
              end={asked.end}
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}
