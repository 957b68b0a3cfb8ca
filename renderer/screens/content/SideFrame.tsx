import type { ReactNode } from 'react';
import { Link } from '../../components/buttons/Link.tsx';
import { ChevronDownIcon } from '../../components/icons/icons.tsx';
import frame from '../../components/layout/SideFrame.module.css';
import { useDetailsMenu } from '../../components/shell/useDetailsMenu.ts';

export interface SideGroup {
  title: string;
  links: readonly { href: string; label: string; isCurrent: boolean }[];
}

interface SideFrameProps {
  /** Of the navigation, for screen readers */
  label: string;
  /** Names the page in the bar on phones */
  current: string;
  groups: readonly SideGroup[];
  children: ReactNode;
}

/** A page with links at its side; on phones they are in a sheet below a bar that names the page. */
export function SideFrame({ label, current, groups, children }: SideFrameProps) {
  const { menu, close } = useDetailsMenu();
  const links = (onFollow?: () => void) =>
    groups.map(({ title, links: own }) => (
      <div key={title}>
        <h2 className={frame['group']}>{title}</h2>
        <ul>
          {own.map(({ href, label: name, isCurrent }) => (
            <li key={href}>
              <Link href={href} className={frame['page']} aria-current={isCurrent ? 'page' : undefined} onClick={onFollow}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ));
  return (
    <>
      <details ref={menu} className={frame['bar']}>
        <summary className={frame['opener']}>
          {current}
          <ChevronDownIcon size="small" />
        </summary>
        <nav aria-label={label} className={frame['sheet']}>
          {links(close)}
        </nav>
      </details>
      <div className={`page-width ${frame['frame']}`}>
        <nav aria-label={label} className={frame['rail']}>
          {links()}
        </nav>
        <div className={frame['content']}>{children}</div>
      </div>
    </>
  );
}
