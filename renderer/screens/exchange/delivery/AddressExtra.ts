import { createContext, type ComponentType } from 'react';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import type { AddressField } from '../../../stores/exchange/DeliveryStore.ts';

/** A further control at the end of each address field; null: none. Set by a layout that has one. */
export const AddressExtra = createContext<ComponentType<{ name: AddressField; instrument: Instrument | null }> | null>(null);
