import type { Config } from '#server/config.ts';
import { macOf, macsOf } from '#server/derived-key.ts';
import { hashSecret } from '#server/secrets.ts';

const purpose = 'asked teacher';
const textOf = (courseId: number, teacherId: number) => `${courseId} ${teacherId}`;
const written = (mac: Buffer) => `t_${mac.toString('base64url')}`;

/** The secret of a teacher's link about the next term: 256 bits. The database has its hash, and cannot make it. */
export const secretOf = ({ secretKey }: Pick<Config, 'secretKey'>, courseId: number, teacherId: number) =>
  written(macOf(secretKey, purpose, textOf(courseId, teacherId)));

/** The secret with this hash again; null when the key that made it is gone. */
export const storedSecret = (
  { secretKey }: Pick<Config, 'secretKey'>,
  courseId: number,
  teacherId: number,
  hash: Buffer,
): string | null =>
  macsOf(secretKey, purpose, textOf(courseId, teacherId))
    .map(written)
    .find((secret) => hashSecret(secret).equals(hash)) ?? null;
