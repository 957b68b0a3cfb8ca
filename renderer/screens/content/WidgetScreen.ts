import { redirect } from 'react-router-dom';
import type { AppStores } from '../../stores/createAppStores.ts';

/** `/widget` (§2): until there is a form for other sites, the affiliate programme says what a site can use today. */
export function load({ locale }: AppStores): Promise<Response> {
  return Promise.resolve(redirect(locale.path('/affiliate')));
}

export const Screen = () => null;
