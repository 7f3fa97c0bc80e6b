import { lazy, Suspense } from 'react';
import { texts } from '#web/texts/texts.ts';
import type { PdfPagesProps } from './pdf-pages.tsx';
import { LoadingState } from '../feedback/states.tsx';

// The code that draws PDFs is larger than the rest of the portal. Only people who open a PDF load it.
const Pages = lazy(() => import('./pdf-pages.tsx').then((m) => ({ default: m.PdfPages })));

/** A PDF on the screen, page below page. */
export function PdfView(props: PdfPagesProps) {
  return (
    <Suspense fallback={<LoadingState label={texts.ui.loading} />}>
      <Pages {...props} />
    </Suspense>
  );
}
