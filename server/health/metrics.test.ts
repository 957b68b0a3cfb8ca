import { expect, it } from 'vitest';
import { createObservedHost } from '../alerts/testing/observedHost.ts';
import { createMetrics } from './metrics.ts';

it('counts requests by the route’s pattern, and says how old the last settlement round is', async () => {
  const metrics = createMetrics();
  metrics.observeRequest('GET', '/api/v1/orders/public-info', 200, 12);
  metrics.setSubscriptions(3);
  const host = createObservedHost();
  metrics.watch({ ...host, settlementAt: () => host.at - 2_500, machine: () => null });
  const { body } = await metrics.render();
  expect(body).toContain('causeway_http_request_seconds_count{method="GET",route="/api/v1/orders/public-info",status="200"} 1');
  expect(body).toContain('causeway_live_subscriptions 3');
  expect(body).toContain('causeway_settlement_age_seconds 2.5');
  expect(body).toContain('causeway_network_silent_seconds{network="tron"} 0');
  // What is not known has no value.
  expect(body).not.toMatch(/^causeway_disk_/m);
});

it('counts the statements of the database by their first word', async () => {
  const metrics = createMetrics();
  const statements = ['select 1', 'begin', ' \n  select column1', 'insert into "leases"', 'commit'];
  for (const statement of statements) metrics.observeStatement(statement);
  const { body } = await metrics.render();
  const counted = [...body.matchAll(/^causeway_database_statements_total\{kind="(\w+)"\} (\d+)$/gm)];
  expect(counted.map(([, kind, count]) => `${kind} ${count}`)).toEqual(['select 2', 'begin 1', 'insert 1', 'commit 1']);
});
