import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mayOfferInstall } from '#web/lib/browser/install-prompt.ts';
import { showProvider } from '#web/lib/provider.ts';
import { render } from '#web/test/render.tsx';
import { InstallHint } from './hints.tsx';

let asked = 0;

/** As the browser says that it could ask. */
function sayInstallable() {
  const prompt = async () => {
    asked += 1;
  };
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
}

beforeEach(() => {
  asked = 0;
  sayInstallable();
});

afterEach(() => {
  showProvider({ name: 'Gurukul' });
});

const offer = page.getByRole('region', { name: 'Install the app' });

test('the portal asks in place of the browser', () => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => undefined,
  });
  dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(mayOfferInstall()).toBe(true);
});

test.each([
  ['Install', 1],
  ['No, thank you', 0],
])('%s ends the offer for good, and the browser asks %i times', async (answer, times) => {
  showProvider({ name: 'శ్రీ వేద గురుకులం' });
  render(<InstallHint />);
  await expect.element(offer.getByText(/^శ్రీ వేద గురుకులం can be installed on this device/)).toBeVisible();
  await offer.getByRole('button', { name: answer }).click();
  await expect.element(offer).not.toBeInTheDocument();
  expect(asked).toBe(times);
  expect(mayOfferInstall()).toBe(false);
  sayInstallable();
  expect(mayOfferInstall()).toBe(false);
});
