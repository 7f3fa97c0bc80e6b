import { createHash } from 'node:crypto';

/** What tries at one account are counted under. */
export interface BudgetKeys {
  /** Everybody's tries at it. */
  readonly account: string;
  /** Those of this browser where it is known for the account, else those of this network. */
  readonly own: string;
  readonly isKnown: boolean;
}

/**
 * By account, not by what was typed: an address has more spellings than one. Unknown addresses are counted alike, so
 * that a wait does not tell them apart.
 */
export function budgetKeys(
  emailId: string,
  account: { readonly id: number } | null,
  knownBrowser: string | null,
  network: string,
): BudgetKeys {
  const key =
    account === null
      ? `unknown-${createHash('sha256').update(emailId.toLowerCase()).digest('base64url')}`
      : String(account.id);
  return {
    account: key,
    own: knownBrowser === null ? `${key}@${network}` : `${key}-${knownBrowser}`,
    isKnown: knownBrowser !== null,
  };
}
