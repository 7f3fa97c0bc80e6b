import * as z from 'zod';
import { id } from './fields.ts';

/**
 * Two people edit one row. What a form shows carries the `version` it was read at, and its save sends that along: where
 * somebody else has saved meanwhile, nothing is saved and the answer is 409 `conflict`. Absent: saved without looking.
 *
 * Rows that count their saves send the count. Of others it is a print of what the form can change.
 */
export const countedVersion = id.optional();
export const printedVersion = z.string().max(64).optional();
