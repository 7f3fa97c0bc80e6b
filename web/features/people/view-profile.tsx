import { Button, VisuallyHidden } from '@mantine/core';
import { peopleTexts } from '#web/texts/people.ts';
import { AppLink } from '#web/ui/link.tsx';

const t = peopleTexts;

export function ViewProfile({ name, href }: { name: string; href: string }) {
  return (
    <Button size="compact-sm" variant="light" renderRoot={(props) => <AppLink href={href} {...props} />}>
      {t.viewProfile}
      <VisuallyHidden>{` ${t.profileOf(name)}`}</VisuallyHidden>
    </Button>
  );
}
