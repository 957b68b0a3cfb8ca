import { isRouteErrorResponse } from 'react-router-dom';
import { ApiError } from '../../../contract/errors.ts';
import type { MessageId } from '../../i18n/messages.ts';

export interface ShownError {
  status: number;
  title: MessageId;
  /** The specified message for an unknown path. */
  detail: string | null;
  requestId: string;
}

/** Returns what a customer may see of an error: its status and request id, never an internal message. */
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
