import { createContext, use, type AnchorHTMLAttributes, type ComponentType } from 'react';

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string;
}

const PlainLink = ({ href, children, ...rest }: AppLinkProps) => (
  <a href={href} {...rest}>
    {children}
  </a>
);

const LinkContext = createContext<ComponentType<AppLinkProps>>(PlainLink);

/** Lets the kit's links go through the application's router without knowing it. */
export const LinkProvider = LinkContext.Provider;

export function AppLink(props: AppLinkProps) {
  const Component = use(LinkContext);
  return <Component {...props} />;
}
