import { createHash } from 'node:crypto';
import { mapInSlices } from '#server/slices.ts';
import { fail } from '../answers/problem.ts';

/** Names a plan: the same facts in the same order have the same digest. */
export async function digestOf(facts: readonly unknown[]): Promise<string> {
  const sum = createHash('sha256');
  await mapInSlices(facts, (fact) => sum.update(`${JSON.stringify(fact)}\n`));
  return sum.digest('base64url');
}

interface Check<Plan, Done> {
  /** Locks others out until the transaction ends, if the plan itself does not. */
  readonly turn?: () => Promise<unknown>;
  readonly plan: () => Promise<Plan>;
  /** What people see of it, for the refusal too. Fields that the contract does not name do not leave. */
  readonly preview: (plan: Plan) => Preview | Promise<Preview>;
  /** Where the preview costs more than its digest. */
  readonly digest?: (plan: Plan) => string | Promise<string>;
  /** The digest that the person saw. */
  readonly seen: string | undefined;
  /** The plan that does nothing needs no check, so the second of two equal requests is no refusal. */
  readonly needsNone?: (plan: Plan) => boolean;
  readonly carryOut: (plan: Plan) => Promise<Done>;
}

interface Preview {
  readonly digest: string;
}

/** Plans again and carries out what the person saw. Throws `changed_since_check` with the new preview for any other plan. */
export async function checked<Plan, Done>(check: Check<Plan, Done>): Promise<Done> {
  await check.turn?.();
  const plan = await check.plan();
  if (check.needsNone?.(plan) !== true) {
    const shown = check.digest === undefined ? await check.preview(plan) : undefined;
    const digest = shown?.digest ?? (await check.digest?.(plan));
    if (digest !== check.seen) {
      throw fail('changed_since_check', { preview: shown ?? (await check.preview(plan)) });
    }
  }
  return check.carryOut(plan);
}
