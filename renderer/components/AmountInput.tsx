import { useLayoutEffect, useRef, type ClipboardEvent, type ComponentProps } from 'react';
import { AmountPrefix, type AmountPrefixKind } from './AmountPrefix.tsx';
import { amountWidth, caretAfter, type NormaliseAmount } from './amountText.ts';
import { classNames } from './classNames.ts';
import styles from './Amount.module.css';

export interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'prefix' | 'onPaste' | 'type'> {
  /** The normalised amount: digits and one dot, or empty. */
  value: string;
  /** Called with normalised text only. */
  onChange: (value: string) => void;
  normalise: NormaliseAmount;
  /** Parses pasted text (D44); null rejects it. Without it, a paste counts as typing. */
  readPaste?: (text: string) => string | null;
  /** Called when a paste was rejected, to show the reason. */
  onPasteRefused?: () => void;
  prefix?: AmountPrefixKind | null;
  /** The value is no longer current: greyed, not removed (D24). */
  stale?: boolean;
  /** The field waits for its first quoted value. */
  pending?: boolean;
}

/** Amount field. The text is as large as it fits, never truncated. The caret keeps its position. */
export function AmountInput(props: AmountInputProps) {
  const {
    value,
    onChange,
    normalise,
    readPaste,
    onPasteRefused,
    prefix = null,
    stale = false,
    pending = false,
    className,
    ...rest
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null || !input.current) return;
    input.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = (element: HTMLInputElement): void => {
    const typed = element.value;
    caret.current = caretAfter(typed, element.selectionStart ?? typed.length, normalise);
    const next = normalise(typed);
    if (next !== value) return onChange(next);
    // The value is unchanged, so React does not render: remove the rejected character here.
    element.value = next;
    element.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    if (!readPaste) return;
    event.preventDefault();
    const read = readPaste(event.clipboardData.getData('text'));
    if (read === null) return onPasteRefused?.();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const before = value.slice(0, selectionStart ?? value.length);
    const text = `${before}${read}${value.slice(selectionEnd ?? value.length)}`;
    caret.current = caretAfter(text, before.length + read.length, normalise);
    onChange(normalise(text));
  };

  return (
    <div className={classNames(styles['amount'], stale && styles['stale'], pending && styles['pending'], className)}>
      {prefix && value !== '' && <AmountPrefix kind={prefix} />}
      <div className={styles['box']}>
        <input
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          inputMode="decimal"
          enterKeyHint="next"
          placeholder="0"
          {...rest}
          ref={input}
          type="text"
          className={classNames(styles['text'], 'numeric')}
          data-width={amountWidth(value)}
          value={value}
          onChange={(event) => change(event.target)}
          onPaste={paste}
        />
      </div>
    </div>
  );
}
