/**
 * Whether this browser can use passkeys here. WebAuthn binds them to a name, so an address of numbers has none: on
 * one's own machine the portal is opened as `localhost`.
 */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** The code of the passkey's ceremony, when it is needed. */
export const loadAuthenticator = () => import('./authenticator.ts');
