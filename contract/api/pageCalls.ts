import { instrumentRoutes } from './instruments.ts';
import { notificationRoutes } from './notifications.ts';
import { orderRoutes } from './orders.ts';
import { rateRoutes } from './rates.ts';
import { serviceRoutes } from './service.ts';

/** The calls of pages that guests see. Every page loads this table. */
export const pageCalls = {
  ...orderRoutes,
  ...notificationRoutes,
  ...instrumentRoutes,
  ...rateRoutes,
  ...serviceRoutes,
} as const;
