import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('counts requests by the route’s pattern, and says how old the last settlement round is', async () => {
  const metrics = createMetrics();
  metrics.observeRequest('GET', '/api/v1/orders/public-info', 200, 12);
  metrics.setSubscriptions(3);
  metrics.watchSettlement(
    () => 10_000,
    () => 12_500,
  );
  const { body } = await metrics.render();
  expect(body).toContain('causeway_http_request_seconds_count{method="GET",route="/api/v1/orders/public-info",status="200"} 1');
  expect(body).toContain('causeway_live_subscriptions 3');
  expect(body).toContain('causeway_settlement_age_seconds 2.5');
});
