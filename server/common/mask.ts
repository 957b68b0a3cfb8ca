/** Returns `a•••@example.com`: recognisable to its owner, useless to others (D3). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** Returns the first six and last four characters, or only the first two of a short address (an EOS name). */
export function maskAddress(address: string): string {
  if (address.length <= 14) return `${address.slice(0, 2)}•••`;
  return `${address.slice(0, 6)}•••${address.slice(-4)}`;
}
