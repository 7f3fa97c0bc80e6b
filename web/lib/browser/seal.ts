import { sealedPrefix } from '@gurukul/contract/accounts';

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;

/** Browsers offer their cryptography over https and on this machine alone. */
export const canSeal = () => isSecureContext;

const toBytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Text that only the holder of the private key can read. `publicKey` is SubjectPublicKeyInfo in base64. */
export async function sealTo(publicKey: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('spki', toBytes(publicKey), algorithm, false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return sealedPrefix + toBase64(sealed);
}
