/** Pictures of the site below `resources/public`, which `scripts/siteIcons.ts` draws from the brand. Sizes are in pixels. */
export const SITE_PICTURES = {
  touch: { path: '/icons/touch.png', width: 180, height: 180 },
  icon: { path: '/icons/192.png', width: 192, height: 192 },
  largeIcon: { path: '/icons/512.png', width: 512, height: 512 },
  maskable: { path: '/icons/maskable.png', width: 512, height: 512 },
  /** For previews of links */
  preview: { path: '/icons/preview.png', width: 1_200, height: 630 },
} as const;
