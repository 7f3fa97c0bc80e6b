import { Button, VisuallyHidden } from '@mantine/core';
import type { Address } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { linkTo } from '#web/ui/link.tsx';

const t = peopleTexts;

export function ViewProfile({ name, href }: { name: string; href: Address }) {
  return (
    <Button size="compact-sm" variant="light" renderRoot={linkTo(href)}>
      {t.viewProfile}
      <VisuallyHidden>{` ${t.profileOf({ name })}`}</VisuallyHidden>
    </Button>
  );
}
