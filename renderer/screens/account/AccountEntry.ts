import { redirect } from 'react-router-dom';
import type { AppStores } from '../../stores/createAppStores.ts';

/** `/lk`: the entry of the account area leads to its first page (D14). */
export function load({ locale }: AppStores): Promise<Response> {
  return Promise.resolve(redirect(locale.path('/profile/info')));
}

export const Screen = () => null;
