import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Card.module.css';

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  children: ReactNode;
  /** Heading and accessible name of the card. Without it set `aria-label`. */
  title?: ReactNode;
  /** At the end of the heading's line. */
  titleAside?: ReactNode;
  /** none: the content has its own padding, for example a chart that extends to the edge. */
  padding?: 'none' | 'tight' | 'normal';
}

/** A framed part of a page, and a landmark. */
export function Card({ title, titleAside, padding = 'normal', className, children, ...rest }: CardProps) {
  const titleId = useId();
  return (
    <section
      {...(title && { 'aria-labelledby': titleId })}
      {...rest}
      className={classNames(styles['card'], styles[padding], className)}
    >
      {title && (
        <header className={styles['header']}>
          <h2 id={titleId}>{title}</h2>
          {titleAside && <span className={styles['aside']}>{titleAside}</span>}
        </header>
      )}
      {children}
    </section>
  );
}
