import { createContext, use, type AnchorHTMLAttributes, type ReactNode, type Ref } from 'react';
import type { Address } from '#web/paths.ts';

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: Address;
  ref?: Ref<HTMLAnchorElement>;
}

const plainLink = ({ href, children, ...rest }: AppLinkProps): ReactNode => (
  <a href={href} {...rest}>
    {children}
  </a>
);

const LinkContext = createContext(plainLink);

/** Lets the kit's links go through the application's router without knowing it. */
export const LinkProvider = LinkContext.Provider;

/** A link inside the portal; addresses come from `paths`. */
export const AppLink = (props: AppLinkProps) => use(LinkContext)(props);

/** The root of a button that is a link. Mantine leaves the properties of a root untyped, which would hide a wrong address. */
export const linkTo = (href: Address) => (props: object) => <AppLink href={href} {...props} />;
