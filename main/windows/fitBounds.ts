import type { Bounds } from './windowStates.ts';

/** So much of a window must be on a display that the customer can move it, in pixels. */
const REACHABLE = { width: 120, height: 60 };

/**
 * Returns the bounds of a window on the displays that exist now. `areas` are the displays without their task bars. A window on a
 * display that was unplugged gets its size only, and the system places it: undefined `x` and `y`.
 */
export function fitBounds(bounds: Bounds, areas: readonly Bounds[]): { x?: number; y?: number; width: number; height: number } {
  const area = areas.find((one) => overlap(bounds, one, 'x') >= REACHABLE.width && overlap(bounds, one, 'y') >= REACHABLE.height);
  const largest = area ?? areas[0] ?? bounds;
  const size = { width: Math.min(bounds.width, largest.width), height: Math.min(bounds.height, largest.height) };
  // The title bar must not be above the display.
  return area ? { ...size, x: bounds.x, y: Math.max(bounds.y, area.y) } : size;
}

function overlap(bounds: Bounds, area: Bounds, axis: 'x' | 'y'): number {
  const size = axis === 'x' ? 'width' : 'height';
  return Math.min(bounds[axis] + bounds[size], area[axis] + area[size]) - Math.max(bounds[axis], area[axis]);
}
