import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LinkRenderer, type LinkProps } from '../../components/Link.tsx';

function renderRouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}

/** Lets the design system's links move within the app instead of loading pages anew. */
export function RouterLinks({ children }: { children: ReactNode }) {
  return <LinkRenderer value={renderRouterLink}>{children}</LinkRenderer>;
}
