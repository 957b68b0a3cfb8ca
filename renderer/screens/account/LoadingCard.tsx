import { Card } from '../../components/layout/Card.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';

/** The first card of an account page until its data is there. */
export const LoadingCard = () => (
  <div aria-busy="true">
    <Card>
      <Skeleton shape="title" width="half" />
      <Skeleton shape="amount" width="full" />
      <Skeleton shape="body" width="full" />
    </Card>
  </div>
);
