import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { routes } from './FloorPage.tsx';

const root = document.getElementById('root');
const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } });
if (root) hydrateRoot(root, <RouterProvider router={router} />);
