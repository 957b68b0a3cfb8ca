import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { routes } from './FloorPage.tsx';

/** Returns the inner HTML of the page's root element. */
export async function render(): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request('http://render.invalid/rendered'));
  if (context instanceof Response) throw new Error('The floor redirects');
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
