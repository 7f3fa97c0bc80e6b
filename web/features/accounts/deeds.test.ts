import { calls, type CallName } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/call';
import { portalRoles } from '@gurukul/contract/shared/roles';
import { expect, test } from 'vitest';
import { deeds } from './deeds.ts';

/** Calls of roles that are no deed of their own, each with the reason. */
const besides: Partial<Record<CallName, string>> = {
  'accounts.get_role_reach': 'this page',
  'attendance.get_rolls':
    'the rolls of callers with classes of their own; anybody gets each of them as a roll',
  'dashboards.admin_dashboard': 'counts what the lists show',
  'dashboards.teacher_dashboard': 'counts what the lists show',
  'dashboards.get_today': 'counts what the lists show',
  'dashboards.get_today_list': 'names what the lists show',
  'figures.get_figures': 'counts what the lists show',
  'figures.get_figure_list': 'lists what the figures count',
  'dashboards.get_today_kind': 'names what the lists show',
  'search.find': 'finds what the lists show',
  'files.begin': 'a file is saved with the course, event or profile to which it belongs',
  'files.finish': 'a file is saved with the course, event or profile to which it belongs',
};

const declared = new Map(calls().map(({ name, call }) => [name, call]));
const ofRoles = [...declared].filter(([, { who }]) => typeof who !== 'string').map(([name]) => name);

const all = Object.entries(deeds).flatMap(([area, ofArea]) =>
  Object.entries<readonly CallName[]>(ofArea).map(([deed, names]) => ({ deed: `${area}.${deed}`, names })),
);

test('every call of a role belongs to exactly one deed, or to an exception with a reason', () => {
  const named: string[] = all.flatMap(({ names }) => names);
  named.push(...Object.keys(besides));
  expect(named.toSorted()).toEqual(ofRoles.toSorted());
});

test.each(all)('all calls of $deed have the same reach for each role', ({ names }) => {
  const reaches = names.map((name) => portalRoles.map((role) => reachOf(declared.get(name)!, role) ?? null));
  expect(reaches.length).toBeGreaterThan(0);
  expect(reaches).toEqual(reaches.map(() => reaches[0]));
});
