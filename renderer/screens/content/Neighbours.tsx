import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from '../../components/buttons/Link.tsx';
import styles from './reading.module.css';

interface Neighbour {
  href: string;
  title: string;
}

interface NeighboursProps {
  before: Neighbour | null;
  after: Neighbour | null;
  beforeLabel: ReactNode;
  afterLabel: ReactNode;
}

/** The texts before and after this one. */
export function Neighbours({ before, after, beforeLabel, afterLabel }: NeighboursProps) {
  const label = useIntl().formatMessage({ id: 'content.neighbours' });
  if (!before && !after) return null;
  return (
    <nav aria-label={label} className={styles['neighbours']}>
      {before && <NeighbourLink {...before} label={beforeLabel} rel="prev" />}
      {after && <NeighbourLink {...after} label={afterLabel} rel="next" />}
    </nav>
  );
}

function NeighbourLink({ href, title, label, rel }: Neighbour & { label: ReactNode; rel: 'prev' | 'next' }) {
  return (
    <Link href={href} rel={rel}>
      <small>{label}</small> {title}
    </Link>
  );
}
