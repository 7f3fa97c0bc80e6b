import { useSyncExternalStore } from 'react';

/** The provider as the page of HTML describes it. What is absent is the portal's own. */
export interface Provider {
  readonly name: string;
  /** The location of a picture. */
  readonly logo?: string;
  /** The languages that are offered. */
  readonly languages?: readonly string[];
  /** The languages that a student may speak, by ISO 639. */
  readonly spoken?: readonly string[];
  /** The zone of the clock by which days of money count; absent: that of India. */
  readonly zone?: string;
  /** The OpenID services by which people may sign in. */
  readonly openid?: readonly { readonly name: string; readonly label: string }[];
}

/** From a `meta` element that the server writes, so that nothing on the page waits for a request. */
const said = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=provider]')?.content;

let provider: Provider = { name: 'Gurukul', ...JSON.parse(said ?? '{}') };
const listeners = new Set<() => void>();

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const providerNow = (): Provider => provider;

/** The zone of the provider's clock. */
export const officeZone = (): string => provider.zone ?? 'Asia/Kolkata';

export const useProvider = (): Provider => useSyncExternalStore(listen, providerNow);

/** Shows the provider as it was just saved, without a new page. */
export function showProvider(saved: Provider): void {
  provider = saved;
  for (const listener of listeners) listener();
}
