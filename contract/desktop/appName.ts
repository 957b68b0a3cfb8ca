/**
 * Returns the name by which systems know the desktop app of a brand: its data folder, its scheme for links, its entries in the keychain.
 * "My Exchange" → "my-exchange". Two brands on one computer share nothing.
 */
export function appNameOf(brandName: string): string {
  const name = brandName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  // A scheme starts with a letter (RFC 3986, section 3.1).
  return /^[a-z]/.test(name) ? name : `app-${name}`;
}
