/** `a•••@example.com`: enough to recognise one's own, not enough to learn another's (D3). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** The first six and last four characters; short addresses (EOS names) keep two. */
export function maskAddress(address: string): string {
  if (address.length <= 14) return `${address.slice(0, 2)}•••`;
  return `${address.slice(0, 6)}•••${address.slice(-4)}`;
}
