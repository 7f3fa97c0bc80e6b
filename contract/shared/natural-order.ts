const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Sorts rows by their names in natural order: Class 2 before Class 10, in any case. Equal names are decided by the next
 * one. Rows with equal names stay in their order.
 */
export const inNaturalOrder = <Row>(
  rows: readonly Row[],
  ...names: readonly ((row: Row) => string | number | null)[]
): Row[] =>
  rows.toSorted((one, other) => {
    for (const name of names) {
      const difference = order.compare(String(name(one) ?? ''), String(name(other) ?? ''));
      if (difference !== 0) return difference;
    }
    return 0;
  });

interface ClassNamed {
  readonly course_id: number;
  readonly course_name: string;
  readonly class_name: string | null;
}

/** Classes, course by course. */
export const inCourseOrder = <Row extends ClassNamed>(rows: readonly Row[]): Row[] =>
  inNaturalOrder(
    rows,
    ({ course_name }) => course_name,
    ({ course_id }) => course_id,
    ({ class_name }) => class_name,
  );
