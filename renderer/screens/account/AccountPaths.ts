import { createContext } from 'react';

/** The paths of the account pages that the route table has. The navigation lists only these. */
export const AccountPaths = createContext<readonly string[]>([]);
