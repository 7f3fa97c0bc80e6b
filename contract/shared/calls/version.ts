import * as z from 'zod';
import { id } from '../fields.ts';

/**
 * Protects two people who edit one row. A form gets the `version` of its row, and its save sends it back. If somebody
 * else has saved meanwhile, nothing is saved and the answer is 409 `conflict`. Absent: saved without a check. For rows
 * that count their saves it is the count; for others a hash of the form's fields.
 */
export const countedVersion = id.optional();
export const printedVersion = z.string().max(64).optional();
