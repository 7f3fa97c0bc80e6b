import type { PortalRole } from '@gurukul/contract/shared/roles';
import { Button } from '@mantine/core';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const t = texts.courses.detail;

const listOf: Readonly<Record<PortalRole, string>> = {
  admin: paths.courses,
  courseadmin: paths.myCourses,
  teacher: paths.allCourses,
};

/** No course of this number, or somebody else's: the two look the same. */
export function CourseMissing() {
  return (
    <>
      <PageHeader title={t.missingTitle} />
      <Panel>
        <EmptyState
          title={t.missing}
          action={
            <Button
              variant="default"
              renderRoot={(props) => <AppLink href={listOf[session.role ?? 'teacher']} {...props} />}
            >
              {t.missingBack}
            </Button>
          }
        />
      </Panel>
    </>
  );
}
