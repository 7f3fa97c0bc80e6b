import { said } from '@gurukul/contract/shared/words/messages';
import { defaultCourseImage } from '@gurukul/contract/courses';
import { defaultEventImage, defaultSpeakerImage } from '@gurukul/contract/events';
import type { FileKind } from '@gurukul/contract/files';
import { isPdfKind } from '@gurukul/contract/files';
import type { Db } from '../../db/pool.ts';
import { fail } from '../../http/answers/problem.ts';
import { keyOf, locationOf } from './file-key.ts';
import { nameFile } from './queries.ts';

/** The built-in images, used where none was chosen. */
const defaults: ReadonlySet<string> = new Set([
  defaultCourseImage,
  defaultEventImage,
  defaultSpeakerImage,
  '/defaults/profile.svg',
]);

export interface KnownFileOptions {
  /** Locations that the row or its siblings already have, read within the caller's reach. They may stay. */
  readonly current?: readonly (string | null)[];
  /** The name of the field, for the refusal. */
  readonly field?: string;
}

/**
 * Returns the location to store for an image or PDF that a client sent. Accepted are: empty, a built-in image, a
 * location that the row has already, or a finished file of that kind by this person, which is from now on kept. A
 * signed link counts as its location. Throws bad_input otherwise.
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
