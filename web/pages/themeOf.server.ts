import type { FastifyRequest } from 'fastify';
import { THEME_COOKIE } from '../../contract/limits.ts';

/** Returns the theme that the browser's cookie names; null follows the system. */
export function themeOf({ cookies }: Pick<FastifyRequest, 'cookies'>): 'light' | 'dark' | null {
  const theme = cookies[THEME_COOKIE.name];
  return theme === 'light' || theme === 'dark' ? theme : null;
}
