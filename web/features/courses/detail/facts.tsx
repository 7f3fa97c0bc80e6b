import { inCurrency } from '@gurukul/contract/shared/money/money';
import { durationMonths, type CourseRow, type PriceRow } from '@gurukul/contract/courses';
import { Text, Title } from '@mantine/core';
import { useMatch } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { formatDate, formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import type { Path } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CourseAdminName } from '../course-admin-name.tsx';
import { CoursePicture } from '../course-picture.tsx';
import { courseColumns } from '../list/course-columns.tsx';
import classes from './facts.module.css';

const t = coursesTexts.detail;
const { columns, durations, noAdmin } = coursesTexts;

interface FactProps {
  label: string;
  children: ReactNode;
}

const Fact = ({ label, children }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

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

function Prices({ prices }: { prices: readonly PriceRow[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.prices}>
      <Title order={2} size="h3" id={id}>
        {t.prices}
      </Title>
      {prices.length === 0 ? (
        <Text c="dimmed">{t.noPrices}</Text>
      ) : (
        <dl className={classes.list}>
          {prices.map((price) => (
            <Fact key={price.id} label={countryName(price.country_name, price.country_code)}>
              {priceOf(price)}
            </Fact>
          ))}
        </dl>
      )}
    </section>
  );
}

interface CourseFactsProps {
  course: CourseRow;
  typeName: string | undefined;
  prices: readonly PriceRow[];
  /** null where it is not shown. */
  teacherCount: number | null;
  actions: ReactNode;
}

export function CourseFacts({ course, typeName, prices, teacherCount, actions }: CourseFactsProps) {
  const { course_duration: duration } = course;
  return (
    <Panel>
      <div className={classes.head}>
        <CoursePicture
          src={course.course_image}
          name={course.course_name}
          alt={t.picture({ name: course.course_name })}
          width={480}
          height={300}
          className={classes.image}
        />
        <div className={classes.words}>
          <dl className={classes.list} aria-label={t.facts}>
            <Fact label={columns.duration}>
              {t.months({ name: durations[duration], months: durationMonths[duration] })}
            </Fact>
            <Fact label={columns.startDate}>{formatDate(course.start_date)}</Fact>
            {typeName ? <Fact label={t.type}>{typeName}</Fact> : null}
            <Fact label={columns.admin}>
              {course.courseadmin === null ? noAdmin : <CourseAdminName course={course} />}
            </Fact>
            {teacherCount === null ? null : <Fact label={t.teachers}>{formatNumber(teacherCount)}</Fact>}
            <Fact label={t.enrolled}>
              <EnrolledLink count={course.student_enrolled} />
            </Fact>
            <Fact label={columns.status}>{courseColumns.status.cell(course)}</Fact>
            <Fact label={columns.registration}>{courseColumns.registration.cell(course)}</Fact>
          </dl>
          {actions}
          <Prices prices={prices} />
        </div>
      </div>
    </Panel>
  );
}
