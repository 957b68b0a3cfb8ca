import type { LoaderFunctionArgs } from 'react-router-dom';
import type { AppStores } from '../../stores/createAppStores.ts';
import { notFound } from '../notFound.ts';

/** Every path that no route knows (§2): the error page of the shell shows it. */
export function Screen() {
  return null;
}

export async function load(_stores: AppStores, { request }: LoaderFunctionArgs): Promise<null> {
  throw notFound(request);
}
