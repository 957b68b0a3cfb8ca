import type { ReactNode } from 'react';
import { buttonClassName, type ButtonLook } from './Button.tsx';
import { ExternalLink, Link, type LinkProps } from './Link.tsx';

/** A link styled as a button, for navigation only. */
export function LinkButton(props: ButtonLook & LinkProps & { icon?: ReactNode; external?: boolean }) {
  const { variant = 'quiet', size = 'medium', wide = false, icon, external = false, className, children, ...rest } = props;
  const Anchor = external ? ExternalLink : Link;
  return (
    <Anchor {...rest} className={buttonClassName({ variant, size, wide }, className)}>
      {icon}
      <span>{children}</span>
    </Anchor>
  );
}
