import { useEffect, useLayoutEffect, useRef, type ClipboardEvent, type ComponentProps, type KeyboardEvent } from 'react';
import { readPastedAmount, type AmountFormat, type AmountReading } from '../../../contract/amountInput.ts';
import { formatAmount, plainAmount } from '../../../contract/formatAmount.ts';
import { AmountPrefix, type AmountPrefixKind } from './AmountPrefix.tsx';
import { amountWidth, editAmount, halfWidth, replaceAmount, typedText, type AmountRefusal } from './amountText.ts';
import { classNames } from '../classNames.ts';
import { useComposition } from '../fields/useComposition.ts';
import styles from './Amount.module.css';

export interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'prefix' | 'onPaste' | 'type'> {
  /** The amount: digits and one dot, or empty. The field shows it with the separators of the language (D58). */
  value: string;
  format: AmountFormat;
  /** Called with the amount, and how the text was read. */
  onChange: (value: string, reading: AmountReading) => void;
  /**
   * Called with why something that was typed or pasted is missing in the amount (D44, D58), and with null when that no longer
   * matters. Shown with `RefusalNote`.
   */
  onRefusal: (refusal: AmountRefusal | null) => void;
  prefix?: AmountPrefixKind | null;
  /** The value is no longer current: greyed, not removed (D24). */
  stale?: boolean;
  /** The field waits for its first quoted value. */
  pending?: boolean;
}

interface Selection {
  from: number;
  to: number;
  /** Of the field's text, in characters */
  length: number;
}

function selectionOf({ selectionStart, selectionEnd, value: { length } }: HTMLInputElement): Selection {
  return { from: selectionStart ?? length, to: selectionEnd ?? length, length };
}

/** Amount field. The text is as large as it fits, never truncated. The caret keeps its position. */
export function AmountInput(props: AmountInputProps) {
  const { value, format, onChange, onRefusal, prefix = null, stale = false, pending = false, className, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const selectionStart = useRef<number | null>(null);
  const selected = useRef<Selection | null>(null);
  const written = useRef({ amount: value, typed: typedText(value, format) });
  const refused = useRef<AmountRefusal | null>(null);
  const past = useRef<string[]>([]);
  const future = useRef<string[]>([]);
  const shown = formatAmount(value, format.language);

  const before = () => ({
    shown,
    typed: written.current.amount === value ? written.current.typed : typedText(value, format),
  });

  const refuse = (refusal: AmountRefusal | null): void => {
    if (refusal === refused.current) return;
    refused.current = refusal;
    onRefusal(refusal);
  };

  const enter = (reading: AmountReading, position: number, typed = typedText(reading.amount, format)): void => {
    written.current = { amount: reading.amount, typed };
    if (reading.amount !== value) caret.current = position;
    onChange(reading.amount, reading);
  };

  const apply = ({ typed, reading, caret: position, refusal }: ReturnType<typeof editAmount>): void => {
    if (reading.amount !== value) {
      past.current.push(value);
      future.current = [];
    }
    enter(reading, position, typed);
    refuse(refusal);
  };

  const undo = (isRedo: boolean): void => {
    const [from, to] = isRedo ? [future, past] : [past, future];
    const amount = from.current.pop();
    if (amount === undefined) return;
    to.current.push(value);
    enter({ amount, other: null, isInterpreted: false }, formatAmount(amount, format.language).length);
    refuse(null);
  };
  const change = (element: HTMLInputElement): void => {
    const { value: text, selectionEnd } = element;
    const edited = editAmount(before(), { text, caret: selectionEnd ?? text.length, start: selectionStart.current }, format);
    selectionStart.current = null;
    // Who types "1e3" reads why the e is missing after the 3 too.
    const refusal = edited.refusal ?? (edited.reading.amount !== '' && refused.current === 'characters' ? 'characters' : null);
    if (edited.reading.amount !== value) return apply({ ...edited, refusal });
    refuse(refusal);
    // The value is unchanged, so React does not render: remove the rejected character here.
    written.current = { amount: value, typed: edited.typed };
    element.value = shown;
    element.setSelectionRange(edited.caret, edited.caret);
  };

  const { value: text, ...handlers } = useComposition<HTMLInputElement>(
    shown,
    (element, isComposing) => isComposing || change(element),
  );

  useLayoutEffect(() => {
    const element = input.current;
    if (caret.current === null || !element) return;
    element.setSelectionRange(caret.current, caret.current);
    caret.current = null;
    selected.current = selectionOf(element);
  });

  // A browser moves the caret to the end when a computed amount changes: what the customer types next would follow the amount
  // instead of replacing it.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element || element !== document.activeElement || text !== shown) return;
    const { from, to, length } = selected.current ?? selectionOf(element);
    const moved = (position: number) => (position === length ? shown.length : position);
    element.setSelectionRange(moved(from), moved(to));
    selected.current = selectionOf(element);
  }, [shown, text]);

  const latestUndo = useRef(undo);
  useLayoutEffect(() => {
    latestUndo.current = undo;
  });

  // React's own onBeforeInput is not called for deletions, and its onSelect not for every selection.
  useEffect(() => {
    const element = input.current;
    const remember = (event: InputEvent): void => {
      selectionStart.current = element?.selectionStart ?? null;
      // What the field writes empties the history of the browser.
      if (!event.inputType.startsWith('history')) return;
      event.preventDefault();
      latestUndo.current(event.inputType === 'historyRedo');
    };
    const follow = (): void => {
      if (element && element === document.activeElement) selected.current = selectionOf(element);
    };
    element?.addEventListener('beforeinput', remember);
    document.addEventListener('selectionchange', follow);
    return () => {
      element?.removeEventListener('beforeinput', remember);
      document.removeEventListener('selectionchange', follow);
    };
  }, []);

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Z and Y, also on a Russian keyboard
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !/^[zяyн]$/i.test(event.key)) return;
    event.preventDefault();
    undo(event.shiftKey || /[yн]/i.test(event.key));
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault();
    const text = halfWidth(event.clipboardData.getData('text'));
    const reading = readPastedAmount(text, format);
    const uncut = readPastedAmount(text, { ...format, decimals: text.length });
    if (reading === null || uncut === null) return refuse('characters');
    const { from, to } = selectionOf(event.currentTarget);
    const pasted = replaceAmount(before(), { from, to, inserted: typedText(uncut.amount, format) }, format);
    // A second reading is that of the whole field, not of a part of it.
    apply(from === 0 && to === shown.length ? { ...pasted, reading } : pasted);
  };

  /** Copies the plain amount, which every program reads in one way. */
  const copy = (event: ClipboardEvent<HTMLInputElement>): void => {
    const { from, to } = selectionOf(event.currentTarget);
    if (from === to) return;
    event.preventDefault();
    event.clipboardData.setData('text', plainAmount(shown.slice(from, to), format.language));
    if (event.type === 'cut') apply(replaceAmount(before(), { from, to, inserted: '' }, format));
  };

  return (
    <div className={classNames(styles['amount'], stale && styles['stale'], pending && styles['pending'], className)}>
      {prefix && value !== '' && <AmountPrefix kind={prefix} />}
      <div className={styles['box']}>
        <input
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          translate="no"
          inputMode="decimal"
          enterKeyHint="next"
          placeholder="0"
          {...rest}
          ref={input}
          type="text"
          className={classNames(styles['text'], 'numeric')}
          data-width={amountWidth(text)}
          value={text}
          {...handlers}
          onKeyDown={press}
          onPaste={paste}
          onCopy={copy}
          onCut={copy}
          onBlur={() => refuse(null)}
        />
      </div>
    </div>
  );
}
