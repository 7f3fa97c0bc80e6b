import { SearchOpener } from './features/search/opener.tsx';
import { SignedInProviders } from './layout/signed-in-providers.tsx';
import { Shell } from './layout/shell.tsx';

/** What stands around every signed-in page. The layout knows no feature, so its parts come together here. */
export const SignedIn = () => (
  <SignedInProviders>
    <Shell search={<SearchOpener />} />
  </SignedInProviders>
);
