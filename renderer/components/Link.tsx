import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; children: ReactNode };

function plainLink(props: LinkProps) {
  return <a {...props}>{props.children}</a>;
}

/**
 * How the app's router shows a link: a render function, called with the link's props, to be provided once around the
 * app. Without it (the gallery, a test) a link is a plain anchor.
 */
export const LinkRenderer = createContext<(props: LinkProps) => ReactNode>(plainLink);

/** A link to a page of this site. For other sites use {@link ExternalLink}. */
export function Link(props: LinkProps) {
  const renderLink = useContext(LinkRenderer);
  return renderLink(props);
}

/** A link to another site: it learns nothing of where the visitor came from and gets no hold of this window. */
export function ExternalLink({ children, ...rest }: LinkProps) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
