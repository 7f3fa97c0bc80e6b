import { eventSorts, liveStatuses } from '@gurukul/contract/events';
import type { EventRow, events, EventSort } from '@gurukul/contract/events';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { admin, dayFromToday, foundSchool, other, own } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const school = await foundSchool(db);

beforeAll(async () => {
  const { staff, gita, veda } = school;
  // One a day, some of them over. Every third one is of the other course admin.
  for (let n = 0; n < 23; n += 1) {
    const day = dayFromToday(12 - ((n * 5) % 23));
    const name = `${n % 2 === 0 ? 'Talk' : 'talk'} ${(n * 7) % 23}${n === 4 ? ', 100%' : ''}`;
    // oxlint-disable-next-line no-await-in-loop -- ids in this order
    await run(db)`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status, created_by)
      values (${n % 3 === 0 ? veda.id : gita.id}, ${name}, ${`https://meet${n % 5}.test/a`}, ${day},
        ${`${day}T10:00:00Z`}, ${`${day}T11:00:00Z`}, ${liveStatuses[n % 3]}, ${n % 3 === 0 ? staff.other : staff.own})
    `;
  }
  await run(db)`update events set deleted_at = now() where event_name = 'Talk 0'`;
});

type Asked = CallInput<typeof events.get_events>;

async function ask(input: Asked, as = own) {
  const { status, body } = await call('events.get_events', { ...input }, { as });
  expect(status).toBe(200);
  const rows: EventRow[] = body.data.data;
  return { rows, total: body.total_count };
}

const idsOf = (rows: readonly EventRow[]) => rows.map(({ event_id: id }) => id);

/** Reads every page, one after the other. All of them must give the same number of rows. */
async function walk(asked: Asked, pageSize: number, as = own) {
  const pages: EventRow[] = [];
  const { total } = await ask({ ...asked, page: 1, pageSize }, as);
  for (let page = 1; (page - 1) * pageSize < total; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows, total: again } = await ask({ ...asked, page, pageSize }, as);
    expect(again).toBe(total);
    expect(rows.length).toBe(Math.min(pageSize, total - (page - 1) * pageSize));
    pages.push(...rows);
  }
  return pages;
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' });

/** Talk 2 before Talk 10, equal ones by id. */
const inOrder = (rows: readonly EventRow[], column: EventSort) =>
  rows.toSorted((one, other) => natural.compare(one[column], other[column]) || one.event_id - other.event_id);

describe.each([
  [own, 15],
  [admin, 22],
])('the list of events of %s', (as, size) => {
  test('comes whole without a page: coming ones first, the next at the top, then past ones, the latest first', async () => {
    const { rows, total } = await ask({}, as);
    expect(total).toBeUndefined();
    expect(rows).toHaveLength(size);
    const now = new Date().toISOString();
    const byStart = rows.toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1));
    const [coming, past] = [
      byStart.filter(({ end_time: end }) => end > now),
      byStart.filter(({ end_time: end }) => end <= now),
    ];
    expect(past.length).toBeGreaterThan(3);
    expect(idsOf(rows)).toEqual(idsOf([...coming, ...past.toReversed()]));
  });

  test('comes a page at a time: together the pages are the whole, row for row', async () => {
    const { rows } = await ask({}, as);
    expect(await walk({}, 4, as)).toEqual(rows);
    expect((await ask({ page: 2 }, as)).rows).toEqual(rows.slice(10, 20));
    expect((await ask({ pageSize: 5 }, as)).rows).toEqual(rows.slice(0, 5));
    expect(await ask({ page: 9, pageSize: 8 }, as)).toEqual({ rows: [], total: size });
    expect(await ask({ page: 1, search: 'none is called so' }, as)).toEqual({ rows: [], total: 0 });
  });

  test.each(eventSorts)('is sorted by %s, up and down, the same on pages and as a whole', async (column) => {
    const up = idsOf(inOrder((await ask({}, as)).rows, column));
    expect(idsOf((await ask({ sort: column }, as)).rows)).toEqual(up);
    expect(idsOf(await walk({ sort: column }, 4, as))).toEqual(up);
    expect(idsOf(await walk({ sort: `-${column}` }, 4, as))).toEqual(up.toReversed());
  });

  test('is found by parts of names, courses, links and dates, in any case and letter by letter', async () => {
    const { rows } = await ask({}, as);
    const day = rows[0]!.event_date;
    for (const search of [' TALK 1', 'git', 'veda', 'meet3', day, '100%', 'talk_1']) {
      const found = rows.filter((row) =>
        [row.event_name, row.course_name, row.meeting_link, row.event_date].some((text) =>
          text.toLowerCase().includes(search.trim().toLowerCase()),
        ),
      );
      // oxlint-disable-next-line no-await-in-loop
      expect(idsOf(await walk({ search }, 3, as))).toEqual(idsOf(found));
    }
  });

  test('is narrowed by status and days, together with a search and an order', async () => {
    const { rows } = await ask({}, as);
    const [from, to] = [dayFromToday(-6), dayFromToday(7)];
    for (const status of [...liveStatuses, undefined]) {
      const left = rows.filter(
        ({ live_status, event_date: day }) =>
          (status === undefined || live_status === status) && day >= from && day <= to,
      );
      // oxlint-disable-next-line no-await-in-loop
      expect(idsOf(await walk({ status, from, to }, 3, as))).toEqual(idsOf(left));
      // oxlint-disable-next-line no-await-in-loop
      const sorted = await walk({ status, from, to, search: 'talk', sort: '-event_name' }, 3, as);
      expect(idsOf(sorted)).toEqual(idsOf(inOrder(left, 'event_name')).toReversed());
    }
  });
});

test('no page, search or count tells about the events of others', async () => {
  const mine = await ask({ page: 1, pageSize: 100 }, own);
  const theirs = await ask({ page: 1, pageSize: 100 }, other);
  const all = await ask({ page: 1, pageSize: 100 }, admin);
  expect([mine.total, theirs.total]).toEqual([mine.rows.length, theirs.rows.length]);
  expect(mine.total + theirs.total).toBe(all.total);
  expect(idsOf(mine.rows).filter((id) => idsOf(theirs.rows).includes(id))).toEqual([]);
  expect(await ask({ page: 1, search: 'Veda' }, own)).toEqual({ rows: [], total: 0 });
});

test.each([{ sort: 'meeting_link' }, { status: 'over' }, { from: '2026-02-30' }])(
  '%j is refused',
  async (wrong) => {
    expect((await call('events.get_events', wrong, { as: own })).status).toBe(400);
  },
);
