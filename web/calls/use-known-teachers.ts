import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from './client.ts';
import { inNaturalOrder } from '@gurukul/contract/shared/natural-order';
import { session } from '#web/lib/session.ts';

/** The teachers of whom the office may choose, by name; a course admin's are those of their courses. */
export function useKnownTeachers(isWanted: boolean) {
  const isAdmin = session.role === 'admin';
  const all = useQuery({ ...query(people.get_all_teachers, {}), enabled: isWanted && isAdmin });
  const own = useQuery({
    ...query(people.getallteachers_for_courseadmin, { user_id: Number(session.uid) }),
    enabled: isWanted && session.role === 'courseadmin',
  });
  const known = isAdmin ? all.data?.data : own.data?.data;
  const names = new Map(known?.map(({ user_id, fullname }) => [String(user_id), fullname]));
  const options = inNaturalOrder(
    [...names].map(([value, label]) => ({ value, label })),
    ({ label }) => label,
  );
  return known && options;
}
