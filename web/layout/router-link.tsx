import { Link } from '@tanstack/react-router';
import type { AppLinkProps } from '#web/ui/link.tsx';

/** A link leads to the present page only where the same is searched for. */
const wholeAddress = { exact: true, includeSearch: true } as const;

/** The router's link behind the kit's. A search in the address is taken apart, since the router wants it as data. */
export function routerLink({ href, ...rest }: AppLinkProps) {
  const mark = href.indexOf('?');
  if (mark < 0) return <Link to={href} activeOptions={wholeAddress} {...rest} />;
  const search = Object.fromEntries(new URLSearchParams(href.slice(mark + 1)));
  return <Link to={href.slice(0, mark)} search={search} activeOptions={wholeAddress} {...rest} />;
}
