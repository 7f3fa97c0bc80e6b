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

interface Plan {
  readonly title: string;
  readonly purpose: string;
}

const plans: Readonly<Record<string, Plan>> = t.pages;
const unknown: Plan = { title: t.heading, purpose: '' };

/** What the page at this address will be, by the route it matched. */
function usePlan(): Plan {
  const path: string = useMatches().at(-1)?.fullPath ?? '';
  return plans[path.replace(/\/$/, '')] ?? plans[path.replace(/\/\$$/, '')] ?? unknown;
}

const working = new Set<string>([
  paths.courses,
  paths.addCourse,
  paths.myCourses,
  paths.allCourses,
  paths.courseAssociation,
  paths.courseAdmins,
  paths.teachers,
  paths.teachersList,
  paths.students,
  paths.allStudents,
  paths.studentList,
  paths.payments,
  paths.payment,
  paths.eventTickets,
  paths.intake,
  paths.updating,
  paths.schedule,
  paths.attendance,
  paths.markAttendance,
  paths.attendanceReport,
  paths.homeworks,
]);

const worksAlready = ({ href }: MenuLink) => working.has(href);

export function NotBuiltPage() {
  const { title, purpose } = usePlan();
  const links = session.role ? menus[session.role].flatMap((group) => group.links).filter(worksAlready) : [];
  return (
    <>
      <PageHeader title={title} lead={t.lead} />
      <Panel>
        <Text mb="lg">{purpose}</Text>
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
