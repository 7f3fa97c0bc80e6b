import { Button } from '@mantine/core';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { linkTo } from '#web/ui/link.tsx';

/** Where a course would be chosen and there is none: for an account admin, the way to the first one. */
export const NoCourses = ({ title }: { title: string }) => (
  <EmptyState
    title={title}
    action={
      session.role === 'admin' ? (
        <Button renderRoot={linkTo(paths.addCourse)}>{texts.shell.menu.addCourse}</Button>
      ) : null
    }
  />
);
