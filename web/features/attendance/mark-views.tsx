import { Button, Group } from '@mantine/core';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { paths, type Address } from '#web/paths.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { AppLink } from '#web/ui/link.tsx';
import { marksAddress, type Marks } from './marks-address.ts';

const t = attendanceTexts.views;

/** The marks of one class, seen by meeting, by mark, and as a table; each view has its address. */
export function MarkViews({ of, current }: { of: Marks; current: 'rolls' | 'history' | 'report' }) {
  const { course, group, start, end } = of;
  if (!course || !group) return null;
  const views: readonly (readonly [typeof current, Address])[] = [
    ['rolls', `${thingAddress('class', Number(group))}?tab=rolls`],
    ['history', `${paths.viewAttendance}${stringifySearch({ course, class: group, start, end })}`],
    ['report', marksAddress(of)],
  ];
  return (
    <Group component="nav" gap="xs" my="sm" aria-label={t.label}>
      {views
        // The list of marks is of the classes that somebody teaches.
        .filter(([name]) => name !== 'history' || session.role === 'teacher')
        .map(([name, href]) => (
          <Button
            key={name}
            component={AppLink}
            href={href}
            size="compact-md"
            variant={name === current ? 'light' : 'default'}
            aria-current={name === current || undefined}
          >
            {t[name]}
          </Button>
        ))}
    </Group>
  );
}
