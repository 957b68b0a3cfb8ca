/** Returns whether every browser reads an address as a path of this site (D46): no "//host", backslash, space or control character. */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(address) && !address.includes('\\');
}
