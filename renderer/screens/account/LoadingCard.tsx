import { Card } from '../../components/Card.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';

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
