import { lazy, Suspense, useSyncExternalStore } from 'react';
import { factorNeed } from './calls/factor.ts';
import { AskHost } from './features/approvals/ask-host.tsx';
import { TellHost } from './features/messages/tell-host.tsx';
import { ProofHost } from './features/passkeys/proof-host.tsx';
import { ActionHost } from './features/command-bar/action-host.tsx';
import { SearchOpener } from './features/command-bar/opener.tsx';
import { savedViews } from './features/views/load-saved-views.tsx';
import { Keys } from './layout/keys.tsx';
import { SignedInProviders } from './layout/signed-in-providers.tsx';
import { Shell } from './layout/shell.tsx';
import { SavedViewsPlace } from './ui/table/saved-views-place.ts';

/** The table of pages comes with their frame: one file less for every page. */
export { loadFirst, pages } from './pages.ts';

const FactorPage = lazy(async () => ({
  default: (await import('./features/passkeys/factor-page.tsx')).FactorPage,
}));

/** What stands around every signed-in page. The layout and the kit know no feature, so the parts come together here. */
export function SignedIn() {
  const lacksFactor = useSyncExternalStore(factorNeed.subscribe, factorNeed.isNeeded);
  return (
    <SignedInProviders>
      <SavedViewsPlace value={savedViews}>
        {lacksFactor ? (
          <Suspense>
            <FactorPage />
          </Suspense>
        ) : (
          <>
            <Shell search={<SearchOpener />} />
            <ActionHost />
            <Keys />
          </>
        )}
        <TellHost />
        <ProofHost />
        <AskHost />
      </SavedViewsPlace>
    </SignedInProviders>
  );
}
