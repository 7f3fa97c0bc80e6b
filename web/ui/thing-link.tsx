import { Anchor } from '@mantine/core';
import { thingAddress, type LinkedThing } from '#web/lib/address/thing-address.ts';
import { AppLink } from './link.tsx';
import classes from './link.module.css';

interface ThingLinkProps {
  to: LinkedThing;
  id: number;
  children: string;
}

/** The name of a class, course, student or teacher, which leads to their page. */
export function ThingLink({ to, id, children }: ThingLinkProps) {
  const href = thingAddress(to, id);
  if (href === null) return children;
  return (
    <Anchor component={AppLink} inherit href={href} className={classes.link}>
      {children}
    </Anchor>
  );
}
