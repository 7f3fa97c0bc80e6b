import { Button, VisuallyHidden } from '@mantine/core';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';

const t = texts.people;

export function ViewProfile({ name, href }: { name: string; href: string }) {
  return (
    <Button size="compact-sm" variant="light" renderRoot={(props) => <AppLink href={href} {...props} />}>
      {t.viewProfile}
      <VisuallyHidden>{` ${t.profileOf(name)}`}</VisuallyHidden>
    </Button>
  );
}
