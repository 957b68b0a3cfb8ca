import styles from './order.module.css';

const HEAD = 6;
const TAIL = 6;

/** A complete address that wraps. Its first and last characters are bold, so that it is easy to compare. */
export function AddressText({ address }: { address: string }) {
  const isShort = address.length <= HEAD + TAIL;
  return (
    <span className={styles['address']} translate="no">
      {isShort ? (
        <b>{address}</b>
      ) : (
        <>
          <b>{address.slice(0, HEAD)}</b>
          {address.slice(HEAD, -TAIL)}
          <b>{address.slice(-TAIL)}</b>
        </>
      )}
    </span>
  );
}
