import { createHash } from 'node:crypto';

/** The keys under which attempts at one account are counted. */
export interface BudgetKeys {
  /** Attempts of everybody. */
  readonly account: string;
  /** Attempts of this browser if it is known for the account, else of this network. */
  readonly own: string;
  readonly isKnown: boolean;
}

/**
 * Keys by account, not by the typed address, because an address has several spellings. Unknown addresses are counted in
 * the same way, so that a wait tells nothing about them.
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
