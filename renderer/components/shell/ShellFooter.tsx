import type { ReactNode } from 'react';
import { ExternalLink, Link } from '../buttons/Link.tsx';
import type { NavigationLink } from './ShellHeader.tsx';
import styles from './ShellFooter.module.css';

export interface ShellFooterProps {
  /** Titled groups of links. */
  groups: readonly { title: string; links: readonly NavigationLink[] }[];
  linksLabel: string;
  /** The operator: brand, legal entity, support address. */
  about: ReactNode;
  /** Service state, language. */
  tools?: ReactNode;
}

export function ShellFooter({ groups, linksLabel, about, tools }: ShellFooterProps) {
  return (
    <footer className={styles['footer']}>
      <div className={`page-width ${styles['columns']}`}>
        <div className={styles['about']}>{about}</div>
        <nav aria-label={linksLabel} className={styles['groups']}>
          {groups.map((group) => (
            <div key={group.title}>
              <h2 className={styles['title']}>{group.title}</h2>
              <ul className={styles['links']}>
                {group.links.map((link) => (
                  <li key={link.href}>
                    {link.isElsewhere ? (
                      <ExternalLink href={link.href} className={styles['link']}>
                        {link.label}
                      </ExternalLink>
                    ) : (
                      <Link href={link.href} className={styles['link']} aria-current={link.current ? 'page' : undefined}>
                        {link.label}
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        {tools && <div className={styles['tools']}>{tools}</div>}
      </div>
    </footer>
  );
}
