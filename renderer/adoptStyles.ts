/**
 * Adds styles that come with the code of a late part, instead of with every page. A constructed stylesheet needs no nonce. Their classes
 * are written out, because only the styles of all pages get short ones.
 */
export function adoptStyles(styles: string): void {
  if (typeof document === 'undefined' || !('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
