import type { OfficeFilters, StudentRow } from '@gurukul/contract/students';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Db } from '#server/db/pool.ts';
import { listQuestions } from '#server/db/questions.ts';
import { isFiltered } from './filters.ts';
import type { Listing, StudentKey } from './listing.ts';
import { keysOfPage, wholeList } from './listing.ts';
import { listClassRecords, listRecords, listStatuses } from './queries.ts';
import { shownClass, studentRow, unknownClasses, withStatuses } from './rules.ts';
import type { ShownClasses } from './rules.ts';

/** Rows that are read at once from long lists. */
const chunk = 1_000;

/** The rows for the keys, in chunks. Memory contains only one chunk of a long list. */
export async function* rowsOf(
  db: Db,
  keys: readonly StudentKey[],
  role: PortalRole,
): AsyncGenerator<StudentRow[]> {
  const classes: ShownClasses = new Map();
  for (let from = 0; from < keys.length; from += chunk) {
    const records = await listRecords(db, keys.slice(from, from + chunk));
    const unknown = unknownClasses(records, classes);
    const found = unknown.length === 0 ? [] : await listClassRecords(db, unknown);
    const now = new Date();
    for (const row of found) classes.set(row.id, shownClass(row, now));
    yield records.map((record) => studentRow(record, { classes, role }));
  }
}

export async function allRowsOf(
  db: Db,
  keys: readonly StudentKey[],
  role: PortalRole,
): Promise<StudentRow[]> {
  const rows: StudentRow[] = [];
  for await (const some of rowsOf(db, keys, role)) rows.push(...some);
  return rows;
}

/** The request: a page, or without one the whole list. */
export interface ListRequest extends OfficeFilters {
  readonly course_status?: Listing['course_status'] | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly sort?: Listing['sort'] | null | undefined;
}

/** With null, of every course. Students without a course count as inactive, and only account admins see them. */
export const listingOf = (courseadminId: number | null, asked: ListRequest): Listing => ({
  courseadminId,
  withAlone: courseadminId === null,
  course_status: asked.course_status ?? 'all',
  search: asked.search ?? '',
  filters: asked,
  sort: asked.sort ?? '',
});

/** `total_count` comes with a page only. */
export interface ShownList {
  readonly rows: StudentRow[];
  readonly total_count?: number;
  readonly unfiltered_count?: number;
  readonly has_questions?: boolean;
}

const usualSize = 10;

export async function showList(
  db: Db,
  role: PortalRole,
  listing: Listing,
  { page, pageSize }: ListRequest,
): Promise<ShownList> {
  const isPage = page !== undefined || pageSize !== undefined;
  const size = pageSize ?? usualSize;
  const part = isPage ? { offset: ((page ?? 1) - 1) * size, size } : wholeList;
  const { keys, total } = await keysOfPage(db, listing, part);
  const rows = await allRowsOf(db, keys, role);
  return {
    rows: isPage ? withStatuses(rows, await listStatuses(db, keys)) : rows,
    ...(isPage ? { total_count: total } : {}),
    ...(isPage && (await listQuestions(db)).length > 0 ? { has_questions: true } : {}),
    ...(total === 0 && (listing.course_status !== 'all' || isFiltered(listing.filters))
      ? { unfiltered_count: await countUnfiltered(db, listing) }
      : {}),
  };
}

/** How many the same search finds in every category. */
async function countUnfiltered(db: Db, listing: Listing): Promise<number> {
  const { total } = await keysOfPage(
    db,
    { ...listing, course_status: 'all', filters: {} },
    { offset: 0, size: 1 },
  );
  return total;
}
