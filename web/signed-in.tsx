import { SearchOpener } from './features/search/opener.tsx';
import { Shell } from './layout/shell.tsx';
import { Kit } from './ui/kit.tsx';

/** What stands around every signed-in page. The layout knows no feature, so its parts come together here. */
export const SignedIn = () => (
  <Kit>
    <Shell search={<SearchOpener />} />
  </Kit>
);
