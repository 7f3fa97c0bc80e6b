import { dashboardMonths } from '@gurukul/contract/dashboards';
import { Temporal } from 'temporal-polyfill';

/** After "not known" there are four groups of age. The last three begin at these ages. */
const ages = [16, 31, 46] as const;

/** A month, from its first moment to the first of the next. */
export interface Month {
  /** Its first day, yyyy-mm-dd. */
  readonly month: string;
  readonly from: string;
  readonly until: string;
}

/** The periods of a dashboard at one moment. */
export interface Periods {
  readonly today: string;
  /** People born on or before these days are at least 16, 31 or 46. */
  readonly born: readonly [string, string, string];
  /** The last months, this one included, oldest first. */
  readonly months: readonly Month[];
}

/** The periods are the same all day. */
let known: { readonly zone: string; readonly periods: Periods } | null = null;

/** Months and birthdays begin at midnight in the office's zone. */
export function periodsAt(now: Date, zone: string): Periods {
  const today = dayIn(now, zone).toString();
  if (known?.zone !== zone || known.periods.today !== today) {
    known = { zone, periods: derivePeriods(now, zone) };
  }
  return known.periods;
}

const dayIn = (now: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();

/**
 * A person born on 29 February gets older on 1 March of a common year. On 28 February, the day so many years back is 28
 * February too.
 */
function derivePeriods(now: Date, zone: string): Periods {
  const today = dayIn(now, zone);
  const yearsAgo = (years: number) => today.subtract({ years }).toString();
  const firstDay = (monthsAgo: number) => today.with({ day: 1 }).subtract({ months: monthsAgo });
  const firstMoment = (monthsAgo: number) => firstDay(monthsAgo).toZonedDateTime(zone).toInstant().toString();
  return {
    today: today.toString(),
    born: [yearsAgo(ages[0]), yearsAgo(ages[1]), yearsAgo(ages[2])],
    months: Array.from({ length: dashboardMonths }, (_, index) => {
      const monthsAgo = dashboardMonths - 1 - index;
      return {
        month: firstDay(monthsAgo).toString(),
        from: firstMoment(monthsAgo),
        until: firstMoment(monthsAgo - 1),
      };
    }),
  };
}
