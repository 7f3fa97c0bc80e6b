/* Notifications of this browser, which asks its push service for an address. */

/** Says whether this browser can show them; on an iPhone only the installed portal can. */
export const canNotify = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscriptionOf(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** What the server needs to tell this browser something. */
const addressIn = (subscription: PushSubscription) => ({
  endpoint: subscription.endpoint,
  p256dh: base64url(subscription.getKey('p256dh')),
  auth: base64url(subscription.getKey('auth')),
});
export type BrowserAddress = ReturnType<typeof addressIn>;

/** Null: the person, or the browser, does not allow it. */
export async function askForNotifications(portalKey: string): Promise<BrowserAddress | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.ready;
  // An address for another key of the portal is of no use.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: portalKey,
  });
  return addressIn(subscription);
}

/** The address that this browser has; null without one. */
export async function presentAddress(): Promise<BrowserAddress | null> {
  if (!canNotify() || Notification.permission !== 'granted') return null;
  const subscription = await subscriptionOf();
  return subscription === null ? null : addressIn(subscription);
}

/** Nothing is shown here any more, also to the next person who signs in. */
export async function endNotifications(): Promise<void> {
  if (canNotify()) await (await subscriptionOf())?.unsubscribe();
}
