import { tests, type TestCourse, type TestHours } from '@gurukul/contract/tests';
import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatMeetingDay, timesOf } from '#web/lib/format/meeting-times.ts';
import { testsTexts } from '#web/texts/tests.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { HoursForm } from './hours-form.tsx';
import { PortionsButton } from './portions-form.tsx';
import { TestList } from './test-list.tsx';

const t = testsTexts;

const hoursWhen = (hours: TestHours) =>
  `${formatMeetingDay(hours.starts_at)} ${timesOf({ ...hours, zone: hours.examiner_zone }).join(' · ')}`;

function Withdraw(hours: TestHours) {
  const withdraw = useAction(tests.withdraw_hours);
  const take = async () => {
    try {
      await withdraw.run({ hours_id: hours.hours_id });
      toast.success(t.hours.withdrawn);
    } catch (refused) {
      toast.error(messageOf(refused));
    }
  };
  return hours.can.withdraw ? (
    <ActionButton
      size="xs"
      variant="default"
      aria-label={t.hours.withdrawOf({ name: hours.examiner_name, when: hoursWhen(hours) })}
      aria-busy={withdraw.isPending}
      onClick={() => void take()}
    >
      {t.hours.withdraw}
    </ActionButton>
  ) : null;
}

const hoursColumns: readonly Column<TestHours>[] = [
  {
    id: 'starts_at',
    header: t.when,
    value: ({ starts_at }) => starts_at,
    exported: hoursWhen,
    cell: hoursWhen,
  },
  { id: 'examiner', header: t.examiner, value: ({ examiner_name }) => examiner_name },
  { id: 'minutes', header: t.hours.minutes, value: ({ minutes }) => minutes },
  { id: 'booked', header: t.hours.booked, value: ({ booked }) => booked },
];

const courseColumns: readonly Column<TestCourse>[] = [
  { id: 'course', header: t.course, value: ({ course_name }) => course_name },
  {
    id: 'portions',
    header: t.portions.title,
    value: ({ portions }) => portions.map(({ name }) => name).join(', '),
    sortable: false,
  },
];

const hoursId = ({ hours_id }: TestHours) => String(hours_id);
const withdrawOf = (hours: TestHours) => <Withdraw {...hours} />;
const courseId = ({ course_id }: TestCourse) => String(course_id);
const portionsOf = (course: TestCourse) => (course.can.edit ? <PortionsButton course={course} /> : null);

/** /Tests: tests by appointment, the hours in which they can be booked, and what is tested. */
export function TestsPage() {
  const list = useQuery(query(tests.get_tests, {}));
  const [isOffering, setOffering] = useState(false);
  const { courses = [], hours, tests: rows } = list.data?.data ?? {};
  const offered = courses.filter(({ examiners, portions }) => examiners.length > 0 && portions.length > 0);
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <Button
            leftSection={<IconCalendarPlus aria-hidden size={18} />}
            disabled={offered.length === 0}
            onClick={() => setOffering(true)}
          >
            {t.offer.title}
          </Button>
        }
      />
      <PageTabs
        label={t.title}
        tabs={[
          {
            name: 'tests',
            label: t.title,
            content: (
              <TestList
                label={t.title}
                rows={rows}
                query={list}
                emptyText={offered.length > 0 ? t.none : t.first}
              />
            ),
          },
          {
            name: 'hours',
            label: t.hours.title,
            content: (
              <DataTable
                label={t.hours.title}
                columns={hoursColumns}
                rows={hours}
                rowId={hoursId}
                rowActions={withdrawOf}
                query={list}
                emptyText={t.hours.none}
              />
            ),
          },
          {
            name: 'portions',
            label: t.portions.title,
            content: (
              <DataTable
                label={t.portions.title}
                columns={courseColumns}
                rows={list.data && courses}
                rowId={courseId}
                rowActions={portionsOf}
                query={list}
                emptyText={t.portions.none}
              />
            ),
          },
        ]}
      />
      <Dialog opened={isOffering} onClose={() => setOffering(false)} title={t.offer.title} size="lg">
        {isOffering ? <HoursForm courses={offered} onDone={() => setOffering(false)} /> : null}
      </Dialog>
    </>
  );
}
