import type { OpenidFinding } from '@gurukul/contract/openid';
import * as client from 'openid-client';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import { discover, fetchFor, isSilent, OtherIssuer, SecretUnreadable } from './client.ts';
import type { Service } from './services.ts';
import { returnTo } from './sign-in.ts';

interface Finding {
  readonly finding: OpenidFinding;
  readonly is_wrong: boolean;
}

const wrong = (finding: OpenidFinding): Finding => ({ finding, is_wrong: true });
const good = (finding: OpenidFinding): Finding => ({ finding, is_wrong: false });

function whyNotFound(error: unknown): OpenidFinding {
  if (error instanceof SecretUnreadable) return 'secret_unreadable';
  if (isSilent(error)) return 'unreachable';
  if (error instanceof OtherIssuer) return error.message.includes('{') ? 'several_tenants' : 'other_issuer';
  if (error instanceof client.ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    return 'other_issuer';
  }
  return 'wrong_document';
}

/** The signing keys of the service: at least one is needed. */
async function hasKeys(address: string | undefined, config: Config): Promise<boolean> {
  if (address === undefined || !URL.canParse(address)) return false;
  try {
    const headers = { accept: 'application/json' };
    const answer = await fetchFor(config)(address, { method: 'GET', headers });
    const document: unknown = await answer.json();
    const keys = typeof document === 'object' && document !== null && 'keys' in document ? document.keys : [];
    return answer.ok && Array.isArray(keys) && keys.length > 0;
  } catch {
    return false;
  }
}

/**
 * Sends a code that was never given. A service that knows the client by its secret says that the code is wrong; another
 * one says that the client is.
 */
async function tryCredentials(
  known: client.Configuration,
  service: Service,
  config: Config,
): Promise<Finding> {
  try {
    await client.genericGrantRequest(known, 'authorization_code', {
      code: 'a-test-of-the-settings',
      redirect_uri: `${returnTo(config)}${service.name}`,
      code_verifier: client.randomPKCECodeVerifier(),
    });
  } catch (error) {
    const said = error instanceof client.ResponseBodyError ? error.error : '';
    if (said === 'invalid_grant') return good('credentials_right');
    const isRefused =
      said === 'invalid_client' ||
      said === 'unauthorized_client' ||
      error instanceof client.WWWAuthenticateChallengeError;
    if (isRefused) return wrong('credentials_wrong');
  }
  return good('credentials_unknown');
}

/** Everything that can be seen without a person: the document, the keys, and whether id and secret fit. */
export async function testService(db: Db, config: Config, service: Service): Promise<readonly Finding[]> {
  let known;
  try {
    known = await discover(db, config, service);
  } catch (error) {
    return [wrong(whyNotFound(error))];
  }
  const about = known.serverMetadata();
  const findings = [good('found')];
  if (about.response_types_supported?.includes('code') === false) findings.push(wrong('no_code_flow'));
  // Absent, a service may know it all the same, as Microsoft's does.
  if (about.code_challenge_methods_supported?.includes('S256') === false) findings.push(wrong('no_pkce'));
  if (about.scopes_supported?.includes('email') === false) findings.push(wrong('no_email'));
  const keys = await hasKeys(about.jwks_uri, config);
  findings.push(keys ? good('keys_found') : wrong('no_keys'), await tryCredentials(known, service, config));
  if (about.authorization_response_iss_parameter_supported === true) findings.push(good('names_itself'));
  if (about.end_session_endpoint !== undefined) findings.push(good('has_sign_out'));
  return findings;
}
