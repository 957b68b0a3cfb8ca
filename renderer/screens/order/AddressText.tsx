import styles from './order.module.css';

const HEAD = 6;
const TAIL = 6;

/** A whole address, its head and tail strong: it wraps and is never cut, so that it can be compared. */
export function AddressText({ address }: { address: string }) {
  const isShort = address.length <= HEAD + TAIL;
  return (
    <span className={styles['address']}>
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
