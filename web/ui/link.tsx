import { createContext, use, type AnchorHTMLAttributes, type ReactNode, type Ref } from 'react';

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string;
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
