import type { OtherLife as Life } from '@gurukul/contract/shared/other-life';
import type { Role } from '@gurukul/contract/shared/calls/roles';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { paths, to, type Path } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { AppLink } from '#web/ui/link.tsx';

const { lives: t } = peopleTexts;

function pageOf(role: Role, id: number): Path | null {
  if (role === 'admin') return to(paths.accountAdmin, id);
  if (role === 'courseadmin') return to(paths.courseAdmin, id);
  return role === 'coordinator' ? null : thingAddress(role, id);
}

/** Says that somebody has another life here, with the way there for who may see it. */
export function OtherLife({ id, life }: { id: number; life: Life }) {
  if (life === null) return null;
  const page = life.can.open ? pageOf(life.role, id) : null;
  return <> · {page === null ? t[life.role] : <AppLink href={page}>{t[life.role]}</AppLink>}</>;
}
