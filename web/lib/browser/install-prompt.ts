/** The browser's own question whether to install the portal; not every browser has one. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt;
  }
}

const key = 'install-offer';

let prompt: InstallPrompt | null = null;

// The browser says early that it could ask, and asks nothing by itself then.
globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault();
  prompt = event;
});

/** The offer is made once on a device. Either answer ends it. */
export const mayOfferInstall = (): boolean => prompt !== null && !localStorage.getItem(key);

export function endInstallOffer(): void {
  localStorage.setItem(key, 'made');
}

export const askToInstall = (): void => void prompt?.prompt();
