import { said } from '@gurukul/contract/shared/messages';
import { defaultCourseImage } from '@gurukul/contract/courses';
import { defaultEventImage, defaultSpeakerImage } from '@gurukul/contract/events';
import type { FileKind } from '@gurukul/contract/files';
import { isPdfKind } from '@gurukul/contract/files';
import type { Db } from '../../db/pool.ts';
import { fail } from '../../http/problem.ts';
import { keyOf, locationOf } from './file-key.ts';
import { nameFile } from './queries.ts';

/** The pictures that stand in where none was chosen; they come with the portal. */
const defaults: ReadonlySet<string> = new Set([
  defaultCourseImage,
  defaultEventImage,
  defaultSpeakerImage,
  '/defaults/profile.svg',
]);

export interface KnownFileOptions {
  /** Locations that the row (or its siblings) already holds, read through the caller's scope: they may stay. */
  readonly current?: readonly (string | null)[];
  /** Name of the field, for the answer. */
  readonly field?: string;
}

/**
 * The location to store for a picture or PDF that a client sent, or bad_input: empty, a built-in picture, what the
 * row holds already, or a finished file of that kind which this person uploaded; it stays from now on. A signed link
 * reads as its location.
 */
export async function assertKnownFile(
  db: Db,
  person: { readonly id: number },
  url: string,
  kind: FileKind,
  { current = [], field = kind }: KnownFileOptions = {},
): Promise<string> {
  if (url === '' || current.includes(url)) return url;
  if (!isPdfKind(kind) && defaults.has(url)) return url;

  const key = keyOf(url);
  const unknown = () => fail('bad_input', { details: { [field]: said('not_uploaded') } });
  if (key === null) throw unknown();
  const location = locationOf(key);
  if (current.includes(location)) return location;
  if (!(await nameFile(db, key, kind, person.id))) throw unknown();
  return location;
}
