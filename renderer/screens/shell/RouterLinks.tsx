import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LinkRenderer, type LinkProps } from '../../components/Link.tsx';

function renderRouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}

/** "mailto:…": no page of ours. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** What becomes of the router's link in HTML, by a tenth of its work: on the server nobody presses it. */
function renderServerLink({ href, children, ...rest }: LinkProps) {
  return (
    <a {...rest} href={href} data-discover={HAS_SCHEME.test(href) ? undefined : 'true'}>
      {children}
    </a>
  );
}

const renderLink = typeof document === 'undefined' ? renderServerLink : renderRouterLink;

/** Lets the design system's links move within the app instead of loading pages anew. */
export function RouterLinks({ children }: { children: ReactNode }) {
  return <LinkRenderer value={renderLink}>{children}</LinkRenderer>;
}
