import { Anchor, Text, Title } from '@mantine/core';
import { useMatches } from '@tanstack/react-router';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { menus, type MenuLink } from '#web/layout/menu.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = texts.notBuilt;

const purposes: Readonly<Record<string, string>> = t.purposes;

/** What the page at this address will be for, by the route it matched. */
function usePurpose(): string | undefined {
  const path: string = useMatches().at(-1)?.fullPath ?? '';
  return purposes[path.replace(/\/$/, '')] ?? purposes[path.replace(/\/\$$/, '')];
}

const working = new Set<string>([
  paths.courses,
  paths.addCourse,
  paths.myCourses,
  paths.courseAssociation,
  paths.students,
  paths.allStudents,
  paths.markAttendance,
  paths.attendanceReport,
]);

const worksAlready = ({ href }: MenuLink) => working.has(href);

export function NotBuiltPage() {
  const purpose = usePurpose();
  const links = session.role ? menus[session.role].flatMap((group) => group.links).filter(worksAlready) : [];
  return (
    <>
      <PageHeader title={t.heading} lead={t.lead} />
      <Panel>
        {purpose ? <Text mb="lg">{purpose}</Text> : null}
        <Title order={2} mb="xs">
          {t.already}
        </Title>
        <ul>
          {links.map(({ href, label }) => (
            <li key={href}>
              <Anchor component={AppLink} href={href}>
                {label}
              </Anchor>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

export function SignedOutNotBuiltPage() {
  const purpose = usePurpose();
  return (
    <div>
      <PageHeader title={t.heading} lead={t.lead} />
      {purpose ? <Text mb="lg">{purpose}</Text> : null}
      <Anchor component={AppLink} href={paths.login}>
        {t.toLogin}
      </Anchor>
    </div>
  );
}
