import { fail } from '../../http/problem.ts';

/** Refuses a file and says why in words for the person who chose it. */
export const badFile = (message: string) => fail('bad_file', { message });
