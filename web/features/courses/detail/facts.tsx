import { inCurrency } from '@gurukul/contract/shared/money/money';
import { durationMonths, type CourseRow, type PriceRow } from '@gurukul/contract/courses';
import { Text } from '@mantine/core';
import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import type { Path } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx';
import { FactsBand } from '#web/ui/facts-band.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CourseAdminName } from '../course-admin-name.tsx';
import { CoursePicture } from '../course-picture.tsx';
import { courseColumns } from '../list/course-columns.tsx';
import classes from './facts.module.css';

const t = coursesTexts.detail;
const { columns, durations, noAdmin } = coursesTexts;

/** Leads to them on the same page. */
function EnrolledLink({ count }: { count: number }) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page is open there
  const pathname = useMatch({ strict: false, select: (match) => match.pathname as Path });
  return <LoneLink href={`${pathname}?tab=students`}>{formatNumber(count)}</LoneLink>;
}

/** Where a region has no price yet, its line says so instead of showing a zero. */
const priceOf = ({ currency_code, price_value }: PriceRow) =>
  price_value === ''
    ? t.noPrice
    : formatMoney(inCurrency(price_value, currency_code) ?? price_value, currency_code);

/** What it costs in each region. */
export const Prices = ({ prices }: { prices: readonly PriceRow[] }) => (
  <Panel title={t.prices}>
    {prices.length === 0 ? (
      <Text c="dimmed">{t.noPrices}</Text>
    ) : (
      <DescriptionList
        facts={prices.map((price) => [countryName(price.country_name, price.country_code), priceOf(price)])}
      />
    )}
  </Panel>
);

interface CourseFactsProps {
  course: CourseRow;
  typeName: string | undefined;
  /** null where it is not shown. */
  teacherCount: number | null;
}

export function CourseFacts({ course, typeName, teacherCount }: CourseFactsProps) {
  const { course_duration: duration, student_enrolled: enrolled } = course;
  const facts: readonly (Fact | null)[] = [
    [columns.duration, t.months({ name: durations[duration], months: durationMonths[duration] })],
    [columns.startDate, formatDate(course.start_date)],
    typeName ? [t.type, typeName] : null,
    [columns.admin, course.courseadmin === null ? noAdmin : <CourseAdminName key="admin" course={course} />],
    teacherCount === null ? null : [t.teachers, formatNumber(teacherCount)],
    [t.enrolled, <EnrolledLink key="enrolled" count={enrolled} />],
    [columns.status, courseColumns.status.cell(course)],
    [columns.registration, courseColumns.registration.cell(course)],
  ];
  return (
    <FactsBand
      facts={facts.filter((fact) => fact !== null)}
      brief={[
        courseColumns.status.value(course),
        `${columns.registration}: ${courseColumns.registration.value(course)}`,
        classPageTexts.cards.students({ count: enrolled }),
      ].join(' · ')}
    />
  );
}

/** The cover, and what is done with the course. */
export const CourseCover = ({ course, children }: { course: CourseRow; children: ReactNode }) => (
  <div className={classes.beside}>
    <CoursePicture
      src={course.course_image}
      name={course.course_name}
      alt={t.picture({ name: course.course_name })}
      width={480}
      height={300}
      className={classes.image}
    />
    {children}
  </div>
);
