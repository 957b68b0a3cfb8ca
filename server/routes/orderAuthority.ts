import type { FastifyRequest } from 'fastify';
import { ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
import { clientAddressOf } from '../accounts/apiKeys/apiCaller.ts';
import type { Authentication } from '../accounts/authentication.ts';
import { isFactorFresh } from '../accounts/secondFactor/freshFactor.ts';
import type { HistoryService } from '../history/orderHistory.ts';
import type { Client } from '../orders/calls/createOrder.ts';
import type { Authority, OrderCustomer } from '../orders/calls/readOrder.ts';

/** Returns a header of the request; null if it is missing or empty. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the customer of a new order: the owner of the API key that signed the call, or the signed-in one; null for a guest. */
export async function ownerOf(
  request: FastifyRequest,
  authentication: Authentication,
): Promise<NonNullable<Client['owner']> | null> {
  const { apiCaller } = request;
  if (apiCaller) return { user_id: apiCaller.userId, source: 'API_KEY', api_key_id: apiCaller.apiKeyId };
  const customer = await authentication.find(request);
  return customer && { user_id: customer.userId, source: 'SESSION', api_key_id: null };
}

/** Returns the partner's key that signed the call; null for an ordinary key and without a signature (D40). */
export function partnerOf({ apiCaller }: FastifyRequest): NonNullable<Client['partner']> | null {
  return apiCaller?.partner ? { key: apiCaller.partner, namesCustomer: apiCaller.userAddress !== null } : null;
}

/** Returns whose orders a call may list: with an API key only those that were created with keys. Throws ERR_UNAUTHORIZED. */
export async function historyOwnerOf(
  request: FastifyRequest,
  authentication: Authentication,
): Promise<Parameters<HistoryService['list']>[0]> {
  const { apiCaller } = request;
  if (apiCaller) return { customerId: apiCaller.userId, onlyOfKeys: true };
  return { customerId: (await authentication.require(request)).userId, onlyOfKeys: false };
}

/** Returns the credentials of a call that acts on an order: the order token, the customer, or both (D3). */
export async function authorityOf(request: FastifyRequest, authentication: Authentication): Promise<Authority> {
  return {
    orderToken: headerOf(request, ORDER_TOKEN_HEADER),
    clientAddress: clientAddressOf(request),
    namedBy: request.apiCaller?.userAddress ? request.apiCaller.apiKeyId : null,
    customer: await orderCustomerOf(request, authentication),
  };
}

async function orderCustomerOf(request: FastifyRequest, authentication: Authentication): Promise<OrderCustomer | null> {
  const { apiCaller } = request;
  if (apiCaller) return { userId: apiCaller.userId, mayNameRefundAddress: 'never' };
  const customer = await authentication.find(request);
  if (!customer) return null;
  return { userId: customer.userId, mayNameRefundAddress: isFactorFresh(customer, Date.now()) ? 'now' : 'afterSecondFactor' };
}
