import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import frame from './inputFrame.module.css';
import styles from './AddressInput.module.css';
import { useComposition } from './useComposition.ts';

export interface AddressInputProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'rows'> {
  value: string;
  /** Called with the text without white space. */
  onChange: (value: string) => void;
  trailing?: ReactNode;
}

/** Field for an address, memo or payment URI. It grows with its text, and Enter submits its form. */
export function AddressInput({ value, onChange, trailing, className, onKeyDown, ...rest }: AddressInputProps) {
  const text = useComposition<HTMLTextAreaElement>(value, (control) => onChange(control.value.replace(/\s+/g, '')));
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    onKeyDown?.(event);
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <div className={classNames(frame['frame'], styles['frame'], className)}>
      {/* The text again, unseen, gives the box its height: the control lies over it. */}
      <div className={classNames(frame['mono'], styles['grow'])} data-text={text.value}>
        <textarea
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          translate="no"
          {...rest}
          rows={1}
          className={classNames(frame['control'], styles['control'])}
          {...text}
          onKeyDown={press}
        />
      </div>
      {trailing}
    </div>
  );
}
