import type { Authentication, Registration } from '@gurukul/contract/passkeys';
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod';
import type { Config } from '#server/config.ts';
import { macOf } from '#server/derived-key.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { challengeMinutes } from './challenges.ts';

/* WebAuthn. Its library checks the answers of authenticators; what they are checked against is here. */

export const challengeTimeout = challengeMinutes * 60_000;

/**
 * The name that a passkey is bound to, and the only origins where it may be used. WebAuthn knows no addresses of
 * numbers, so on one's own machine the portal is opened as `localhost`.
 */
export function relyingParty({ appUrl }: Pick<Config, 'appUrl'>): { id: string; origins: string[] } {
  const { hostname, origin, port, protocol } = new URL(appUrl);
  const isOwnMachine = /^(127\.|\[::1\]|localhost$)/.test(hostname);
  return isOwnMachine
    ? { id: 'localhost', origins: [`${protocol}//localhost${port === '' ? '' : `:${port}`}`] }
    : { id: hostname, origins: [origin] };
}

interface Owner {
  readonly id: number;
  readonly email_id: string;
  readonly fullname: string;
}

/** The same for all passkeys of a person, so that an authenticator has one of them. It says nothing about the person. */
const userHandle = (secretKey: SecretKey, personId: number) =>
  new Uint8Array(macOf(secretKey, 'passkey user', String(personId)));

export async function creationOptions(
  config: Config,
  provider: string,
  owner: Owner,
  challenge: string,
  known: readonly string[],
) {
  const made = await generateRegistrationOptions({
    rpName: provider,
    rpID: relyingParty(config).id,
    userName: owner.email_id,
    userDisplayName: owner.fullname,
    userID: userHandle(config.secretKey, owner.id),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeTimeout,
    attestationType: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  });
  return {
    challenge,
    rp: { id: relyingParty(config).id, name: provider },
    user: made.user,
    pubKeyCredParams: made.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key' as const, alg })),
    timeout: challengeTimeout,
    excludeCredentials: known.map((id) => ({ id, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  } as const;
}

export const requestOptions = (config: Config, challenge: string, known: readonly string[]) =>
  ({
    challenge,
    rpId: relyingParty(config).id,
    timeout: challengeTimeout,
    userVerification: 'required',
    allowCredentials: known.map((id) => ({ id, type: 'public-key' as const })),
  }) as const;

const clientData = z.object({ challenge: z.string().max(200) });

/** The challenge that an answer is about. It is not checked yet. */
export function challengeIn({ response }: Pick<Authentication | Registration, 'response'>): string | null {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
    return clientData.parse(JSON.parse(text)).challenge;
  } catch {
    return null;
  }
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: string[];
  readonly isSynced: boolean;
}

/** The passkey of an authenticator's answer, or null when anything about it is wrong. */
export async function readRegistration(
  config: Config,
  response: Registration,
  challenge: string,
): Promise<NewPasskey | null> {
  const { id, origins } = relyingParty(config);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...response.response, transports: response.response.transports ?? [] },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: response.response.transports ?? [],
      isSynced: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

interface KnownPasskey {
  readonly credential_id: string;
  readonly public_key: Buffer;
}

/** The count of a right signature, or null. The caller compares the count: a lower one is of a copied passkey. */
export async function readSignature(
  config: Config,
  { credential_id, public_key }: KnownPasskey,
  response: Authentication,
  challenge: string,
): Promise<number | null> {
  const { id, origins } = relyingParty(config);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      // With 0 the library compares no counts. It would do it before it checks the signature.
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
