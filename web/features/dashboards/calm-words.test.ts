import type { TodayHas } from '@gurukul/contract/dashboards';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { describe, expect, test } from 'vitest';
import { createMemoryHistory } from '@tanstack/react-router';
import { createPortalRouter } from '#web/routes.tsx';
import { calmWords } from './calm-words.ts';

const nothing: TodayHas = { course_admins: false, courses: false, classes: false, students: false };
const everything: TodayHas = { course_admins: true, courses: true, classes: true, students: true };

describe('where nothing is due', () => {
  test.each(portalRoles)('nobody who begins is told that everything is done: %s', (role) => {
    const done = calmWords(role, everything);
    expect(done.step).toBeUndefined();
    const seen = new Set<string>();
    const has = { ...nothing };
    for (const thing of ['courses', 'classes', 'students'] as const) {
      const words = calmWords(role, has);
      expect(words.title).not.toBe(done.title);
      expect(words.text).not.toBe(done.text);
      const { href = '' } = words.step ?? {};
      const history = createMemoryHistory({ initialEntries: [encodeURI(href)] });
      const router = createPortalRouter(history);
      const [, rest] = router.getMatchedRoutes(router.latestLocation.pathname);
      expect([href, Object.keys(rest)]).not.toEqual([href, expect.arrayContaining(['**'])]);
      seen.add(words.title);
      has[thing] = true;
    }
    expect(seen.size).toBe({ admin: 3, courseadmin: 3, teacher: 2 }[role]);
    expect(calmWords(role, has)).toEqual(done);
  });

  test('each begins with what only they can do next', () => {
    const first = (role: (typeof portalRoles)[number]) => calmWords(role, nothing).step?.href;
    expect(portalRoles.map(first)).toEqual(['/addcourse', '/my courses', '/All Courses']);
  });
});
