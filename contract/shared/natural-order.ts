const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Sorts rows by their names in natural order: Class 2 before Class 10, in any case. Rows of one name stay in their
 * order. In the database the collation `natural_order` does the same.
 */
export const inNaturalOrder = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
  rows.toSorted((one, other) => order.compare(nameOf(one), nameOf(other)));
