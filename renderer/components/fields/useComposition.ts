import { useState, type ChangeEvent, type CompositionEvent } from 'react';

/**
 * Returns the properties of a text field that shows what an input method composes as it is. A field that writes something else
 * meanwhile gets the method's own text in addition, so "150" would become "115,150,150". `change` is called with each change, and
 * once more when the composition ends.
 */
export function useComposition<Control extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
  change: (control: Control, isComposing: boolean) => void,
) {
  const [composed, setComposed] = useState<string | null>(null);
  return {
    value: composed ?? value,
    onChange: ({ target, nativeEvent }: ChangeEvent<Control>): void => {
      const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
      if (isComposing) setComposed(target.value);
      change(target, isComposing);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Control>): void => {
      setComposed(null);
      change(currentTarget, false);
    },
  };
}
