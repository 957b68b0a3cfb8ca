import { VisuallyHidden } from '../../components/layout/VisuallyHidden.tsx';
import { shortened } from '../../../contract/shortened.ts';

/** An address by its first and last characters: "TQn9Y2…r3Kx2p". Screen readers get all of it. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span className="mono" translate="no" title={address}>
      <span aria-hidden="true">{shortened(address)}</span>
      <VisuallyHidden>{address}</VisuallyHidden>
    </span>
  );
}
