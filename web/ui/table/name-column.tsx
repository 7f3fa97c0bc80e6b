import type { LinkedThing } from '#web/lib/address/thing-address.ts';
import { ThingLink } from '../thing-link.tsx';

/**
 * Value and look of a column of names, each of which leads to its page. On a phone a closed row has the name alone. Null
 * as an id: the viewer cannot open that page.
 */
export const nameColumn = <Row,>(
  to: LinkedThing,
  idOf: (row: Row) => number | null,
  nameOf: (row: Row) => string | null,
) => ({
  value: nameOf,
  cell: (row: Row) => {
    const id = idOf(row);
    const name = nameOf(row);
    return name === null || id === null ? (
      name
    ) : (
      <ThingLink to={to} id={id}>
        {name}
      </ThingLink>
    );
  },
  plain: nameOf,
});
