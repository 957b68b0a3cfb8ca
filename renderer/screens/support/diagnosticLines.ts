import { isoTime } from '../../../contract/isoTime.ts';
import type { AppStores } from '../../stores/createAppStores.ts';

/** Returns diagnostics for support, in English. They contain no address, key, token or amount. */
export function diagnosticLines({ stores, order }: { stores: AppStores; order: string }): string {
  const { buildId, clock, health, locale, theme, updates } = stores;
  const { innerWidth, innerHeight, devicePixelRatio, screen, navigator, location } = window;
  return [
    ['time', isoTime(clock.now())],
    ['site', location.host],
    ['build', updates.newBuildId === null ? buildId : `${buildId} (newer: ${updates.newBuildId})`],
    ['health', health.state],
    ['host', `${health.host.brand || 'not named'}; ${health.host.features.join(', ') || 'no features'}`],
    ['sandbox', String(health.host.sandbox)],
    ['language', `${locale.code}; browser ${navigator.language}`],
    ['theme', theme.choice ?? 'system'],
    ['screen', `${screen.width}x${screen.height}, window ${innerWidth}x${innerHeight}, ratio ${devicePixelRatio}`],
    ['browser', navigator.userAgent],
    ['order', order || 'none'],
  ]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
