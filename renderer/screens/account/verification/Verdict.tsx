import type { ReactNode } from 'react';
import { classNames } from '../../../components/classNames.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { frameClass } from './lateStyles.ts';

interface VerdictProps {
  tone: 'waiting' | 'good' | 'bad';
  icon: ReactNode;
  title: ReactNode;
  lead: ReactNode;
  children?: ReactNode;
}

/** A card that says how a verification stands. */
export const Verdict = ({ tone, icon, title, lead, children }: VerdictProps) => (
  <Card className={frameClass('card')}>
    <div className={frameClass('form')}>
      <div className={frameClass('verdict')}>
        <span className={classNames(frameClass('sign'), frameClass(tone))}>{icon}</span>
        <div>
          <h2>{title}</h2>
          <p className={frameClass('lead')}>{lead}</p>
        </div>
      </div>
      {children}
    </div>
  </Card>
);
