declare const isAddressIndex: unique symbol;

/**
 * The HD index of one of our addresses. It has a type of its own, so that no number can stand for the treasury: a gateway names that
 * index (`ChainGateway.treasury`), and the database counts those of deposit addresses.
 */
export type AddressIndex = number & { readonly [isAddressIndex]: true };

/** Marks a number as an index: one that the database counted, or that a gateway or a test chose. */
export function addressIndex(index: number): AddressIndex {
  return index as AddressIndex;
}
