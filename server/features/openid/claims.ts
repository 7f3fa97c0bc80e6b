import { claimedEmail } from '@gurukul/contract/openid';
import * as client from 'openid-client';
import type { Claimed } from './identities.ts';

/** Microsoft says by this claim, which an operator has to add, that the domain's owner was verified. */
const edov = 'xms_edov';
const microsoft = 'https://login.microsoftonline.com';

/**
 * Whether the service vouches for the address. The claim has to be `true` itself, as OpenID Connect says. Microsoft has
 * no such claim: administrators of its tenants may write any address, so without `xms_edov` it vouches for none.
 */
export function vouches(issuer: string, claims: Readonly<Record<string, unknown>>): boolean {
  if (new URL(issuer).origin !== microsoft) return claims['email_verified'] === true;
  return [true, 1, '1', 'true'].some((said) => claims[edov] === said);
}

/**
 * What the service says about the person. Some services have the address in the ID token, and some only where they tell
 * about the person; that answer is of the same subject, or it does not count.
 */
export async function readClaims(
  config: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
): Promise<Claimed> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('no ID token');
  const { issuer, userinfo_endpoint: more } = config.serverMetadata();
  const isWhole = claims['email'] !== undefined || more === undefined;
  const said = isWhole ? claims : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return {
    subject: claims.sub,
    emailId: claimedEmail(said['email']),
    isVerified: vouches(issuer, said),
  };
}
