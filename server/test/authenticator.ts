import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

// A passkey in software, as WebAuthn describes one: ES256, user verified, attestation `none`.

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** The few forms of CBOR that an attestation needs. */
const bytesItem = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ]);
const textItem = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

export interface Signing {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  /** What the authenticator says how often it signed; one more each time when absent. */
  readonly count?: number;
}

export class Authenticator {
  readonly id = base64url(randomBytes(32));
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  #count = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // A COSE key: EC2, ES256, P-256, x, y.
    this.#publicKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytesItem(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytesItem(Buffer.from(y, 'base64url')),
    ]);
  }

  #data({ rpId = 'localhost', isVerified = true, count = (this.#count += 1) }: Signing, flags = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const flag = userPresent | (isVerified ? userVerified : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), counter]);
  }

  #clientData(
    type: 'webauthn.create' | 'webauthn.get',
    { challenge, origin }: Required<Pick<Signing, 'challenge' | 'origin'>>,
  ) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  create(signing: Required<Pick<Signing, 'origin'>> & Signing) {
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#data({ count: 0, ...signing }, hasCredential),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      this.#publicKey,
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      textItem('fmt'),
      textItem('none'),
      textItem('attStmt'),
      Buffer.from([0xa0]),
      textItem('authData'),
      bytesItem(authData),
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', signing)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    } as const;
  }

  get(signing: Required<Pick<Signing, 'origin'>> & Signing) {
    const clientData = this.#clientData('webauthn.get', signing);
    const data = this.#data(signing);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      },
    } as const;
  }
}
