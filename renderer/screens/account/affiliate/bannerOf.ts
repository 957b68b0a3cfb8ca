/** Returns a banner of 728 × 90 as SVG: the brand and a sentence, readable on light and dark pages. */
export function bannerOf(brand: string, words: string): string {
  const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90" viewBox="0 0 728 90">',
    '<rect width="728" height="90" rx="14" fill="#0b6b73"/>',
    '<g font-family="system-ui,sans-serif" fill="#fff">',
    `<text x="32" y="54" font-size="28" font-weight="700">${text(brand)}</text>`,
    `<text x="696" y="53" font-size="20" text-anchor="end">${text(words)}</text>`,
    '</g></svg>',
  ].join('');
}
