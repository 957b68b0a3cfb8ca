import { useLayoutEffect, type RefObject } from 'react';
import type { Order } from '../../../contract/api/orders.ts';
import { isRateLost, orderStage } from '../../../contract/orderStage.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { orderPageGroup } from '../../stores/order/OrderPageStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { hasLeft } from './stages/concernedPayment.ts';
import styles from './order.module.css';

/**
 * Shows that the order is in another stage: scrolls to the title, which says what to do now, and gives it the focus. Also after a way
 * back: the browser then restores how far the page was scrolled in the stage before. Somebody who types is not interrupted.
 */
export function useNewStage(root: RefObject<HTMLElement | null>): void {
  const { order, orderPage } = useStores(orderGroup, orderPageGroup);
  const { orderId } = order;
  const shownStage = order.order && stageOfPage(order.order);
  useLayoutEffect(() => {
    const page = root.current;
    if (!page || orderId === null || shownStage === null || !orderPage.isNewStage(orderId, shownStage)) return;
    for (const part of ['rail', 'columns', 'finished']) fadeIn(page.getElementsByClassName(styles[part] ?? ''));
    const title = page.querySelector('h1');
    if (!title || document.activeElement?.matches('input, textarea')) return;
    title.focus({ preventScroll: true });
    if (title.getBoundingClientRect().top < 0) title.scrollIntoView({ block: 'start' });
  }, [root, orderPage, orderId, shownStage]);
}

/** Returns the stage as the page's title names it. */
function stageOfPage(order: Order): string {
  if (order.fiat) return order.fiat.stage;
  if (isRateLost(order)) return 'rateLost';
  return hasLeft(order) ? `${orderStage(order)}, left` : orderStage(order);
}

/** The card of another stage has another height. What is below it appears at its new place instead of jumping there. */
function fadeIn(parts: Iterable<Element>): void {
  const fading = styles['fading'] ?? '';
  for (const part of parts) {
    part.classList.remove(fading);
    // Restarts the animation.
    part.getBoundingClientRect();
    part.classList.add(fading);
  }
}
