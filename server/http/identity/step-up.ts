import type { Person } from '../handlers.ts';
import { fail } from '../answers/problem.ts';

/**
 * Refuses a session that has not proved itself within the last minutes. The option `stepUp` of a call asks for it; a
 * handler asks where it depends on the input.
 */
export function requireProof(person: Person): void {
  if (!person.isProved) throw fail('step_up_needed');
}
