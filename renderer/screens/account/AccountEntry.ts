import { redirect } from 'react-router-dom';
import type { Stores } from '../../stores/createStores.ts';

/** `/lk`: the entry of the account area leads to its first page (D14). */
export function load({ locale }: Stores): Promise<Response> {
  return Promise.resolve(redirect(locale.path('/profile/info')));
}

export const Screen = () => null;
