import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { sitePath } from '../../contract/paths/messengerPath.ts';

/** Returns routes whose loaders get the address on the site, which the router below the messenger's base does not give them. */
export function siteRoutes(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { loader, lazy, children } = route;
    const own = {
      ...route,
      ...(typeof loader === 'function' && { loader: onSite(loader) }),
      ...(typeof lazy === 'function' && {
        lazy: async () => {
          const loaded = await lazy();
          return { ...loaded, ...(typeof loaded.loader === 'function' && { loader: onSite(loaded.loader) }) };
        },
      }),
    };
    return (children ? { ...own, children: siteRoutes(children) } : own) as RouteObject;
  });
}

const onSite =
  (loader: LoaderFunction): LoaderFunction =>
  ({ request, ...rest }, context) => {
    const address = new URL(request.url);
    address.pathname = sitePath(address.pathname);
    return loader({ ...rest, request: new Request(address, { signal: request.signal }) }, context);
  };
