import { search, type FoundItem } from '@gurukul/contract/search';
import type { QueryClient } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { FoundField, type FoundFieldProps } from './found-field.tsx';

export { isAddress } from './found-field.tsx';

/** The students that a text may mean, at most as many as the command bar finds. */
export async function studentsLike(client: QueryClient, text: string): Promise<readonly FoundItem[]> {
  const { data } = await client.fetchQuery(query(search.find, { text }));
  return data.filter(({ kind }) => kind === 'student');
}

/** A field for the address of a student that accepts half a name, and suggests the students in reach. */
const studentsOnly = { student: '' };
export const StudentField = (props: FoundFieldProps) => <FoundField kinds={studentsOnly} {...props} />;
