import type { ReactNode } from 'react';
import { LinkProvider, type AppLinkProps } from '../ui/link.tsx';

const hashLink = ({ href, children, ...rest }: AppLinkProps) => (
  <a href={`#${href}`} {...rest}>
    {children}
  </a>
);

/** Links change the hash alone, so that a test that follows one keeps its page. */
export const HashLinks = ({ children }: { children: ReactNode }) => (
  <LinkProvider value={hashLink}>{children}</LinkProvider>
);
