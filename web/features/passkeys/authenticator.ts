import type { Authentication, Registration } from '@gurukul/contract/passkeys';
import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Lets the person make a passkey. Throws when they do not, or the device cannot. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Registration> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}

/** Lets the person use a passkey. Throws when they do not, or have none. */
export async function signByPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<Authentication> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}
