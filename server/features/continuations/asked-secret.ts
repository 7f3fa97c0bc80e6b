import type { Config } from '#server/config.ts';
import { allKeys, macOf } from '#server/derived-key.ts';
import { secretWith } from '#server/secrets.ts';

type Secret = Pick<Config, 'secretKey'>;

/** The secret of a teacher's link about the next term: 256 bits. The database has its hash, and cannot make it. */
export const secretOf = ({ secretKey }: Secret, courseId: number, teacherId: number): string =>
  `t_${macOf(secretKey, 'asked teacher', `${courseId} ${teacherId}`).toString('base64url')}`;

/** The secret with this hash again; null when the key that made it is gone. */
export const storedSecret = (
  { secretKey }: Secret,
  courseId: number,
  teacherId: number,
  hash: Buffer,
): string | null =>
  secretWith(
    hash,
    allKeys(secretKey).map((key) => secretOf({ secretKey: key }, courseId, teacherId)),
  );
