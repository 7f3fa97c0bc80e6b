import type { WayKind } from '@gurukul/contract/access';

/** Without these an account is weaker, or its owner cannot sign in: they end only after a fresh proof. */
export const provenFirst: ReadonlySet<WayKind> = new Set(['passkey', 'code_app', 'openid_identity']);
