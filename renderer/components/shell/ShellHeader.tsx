import type { ReactNode } from 'react';
import { BrandMark } from './BrandMark.tsx';
import { CloseIcon, MenuIcon } from '../icons/icons.tsx';
import { Link } from '../buttons/Link.tsx';
import { useDetailsMenu } from './useDetailsMenu.ts';
import styles from './ShellHeader.module.css';

export interface NavigationLink {
  href: string;
  label: string;
  current?: boolean;
  /** Not a page of the app: opens in another tab. */
  isElsewhere?: boolean;
}

export interface ShellHeaderProps {
  home: { href: string; label: string };
  brandName: string;
  /** Replaces the default logo for another brand. */
  brandMark?: ReactNode;
  links: readonly NavigationLink[];
  /** Accessible name of the navigation. */
  linksLabel: string;
  /** Language and theme: next to the links on wide screens, in the menu on phones. */
  tools?: ReactNode;
  /** Sign in or account: after the tools on wide screens, first in the menu on phones. */
  account?: { bar: ReactNode; sheet: ReactNode };
  menuLabel: string;
}

/** The header of every page. On phones the links are in a menu that works without scripts. */
export function ShellHeader({ home, brandName, brandMark, links, linksLabel, tools, account, menuLabel }: ShellHeaderProps) {
  const { menu, close } = useDetailsMenu();

  return (
    <header className={styles['header']}>
      <div className={`page-width ${styles['bar']}`}>
        <Link href={home.href} aria-label={home.label} className={styles['brand']}>
          {brandMark ?? <BrandMark />}
          <span>{brandName}</span>
        </Link>
        <nav aria-label={linksLabel} className={styles['links']}>
          <Links links={links} />
        </nav>
        <div className={styles['tools']}>
          {tools}
          {account?.bar}
        </div>
        <details ref={menu} className={styles['menu']}>
          <summary className={styles['opener']} aria-label={menuLabel}>
            <MenuIcon className={styles['closed']} />
            <CloseIcon className={styles['opened']} />
          </summary>
          <div className={styles['sheet']}>
            {account?.sheet && <div className={styles['sheetAccount']}>{account.sheet}</div>}
            <nav aria-label={linksLabel} className={styles['sheetLinks']}>
              <Links links={links} onFollow={close} />
            </nav>
            <div className={styles['sheetTools']}>{tools}</div>
          </div>
        </details>
      </div>
    </header>
  );
}

function Links({ links, onFollow }: { links: readonly NavigationLink[]; onFollow?: () => void }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <Link href={link.href} className={styles['link']} aria-current={link.current ? 'page' : undefined} onClick={onFollow}>
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
