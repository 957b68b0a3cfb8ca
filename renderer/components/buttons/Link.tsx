import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; children: ReactNode };

function plainLink(props: LinkProps) {
  return <a {...props}>{props.children}</a>;
}

/**
 * Render function for the app's router links, provided once around the app. Without it (in tests) a link is a plain anchor.
 */
export const LinkRenderer = createContext<(props: LinkProps) => ReactNode>(plainLink);

/** A link to a page of this site. For other sites use {@link ExternalLink}. */
export function Link(props: LinkProps) {
  const renderLink = useContext(LinkRenderer);
  return renderLink(props);
}

/** A link to another site, without referrer or access to this window. */
export function ExternalLink({ children, ...rest }: LinkProps) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
