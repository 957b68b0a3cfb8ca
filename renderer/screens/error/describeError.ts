import { isRouteErrorResponse } from 'react-router-dom';
import { ApiError } from '../../../contract/errors.ts';
import type { MessageId } from '../../i18n/messages.ts';

export interface ShownError {
  status: number;
  title: MessageId;
  /** The specification's own words, for a path that no page has. */
  detail: string | null;
  requestId: string;
}

/** What a customer may know of a failure: its status and what support finds it by; never a message of code. */
export function describeError(error: unknown): ShownError {
  if (isRouteErrorResponse(error)) {
    const { status } = error;
    const data: unknown = error.data;
    const detail = typeof data === 'string' ? data : null;
    return { status, title: status === 404 ? 'error.notFound' : 'error.failed', detail, requestId: requestIdOf(data) };
  }
  if (error instanceof ApiError) return { status: error.status, title: 'error.failed', detail: null, requestId: error.requestId };
  return { status: 500, title: 'error.failed', detail: null, requestId: '' };
}

function requestIdOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'requestId' in data ? String(data.requestId) : '';
}
