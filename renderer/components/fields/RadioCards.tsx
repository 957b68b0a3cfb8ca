import { useId, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './RadioCards.module.css';

export interface RadioCardOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** The effect of the choice. Its space is reserved, so that a figure can load later. */
  detail?: ReactNode;
  icon?: ReactNode;
  /** Why it can't be chosen now; replaces the detail. */
  unavailableReason?: string | null | undefined;
  /** After the reason: what makes it possible. */
  action?: ReactNode;
}

export interface RadioCardsProps<Value extends string> {
  /** For screen readers; visible only with `legendVisible`. */
  legend: string;
  legendVisible?: boolean;
  value: Value;
  options: readonly RadioCardOption<Value>[];
  onChange: (value: Value) => void;
  /** Label and detail in one line. */
  dense?: boolean;
}

/** A choice between a few options as cards with native radio buttons. */
export function RadioCards<Value extends string>({
  legend,
  legendVisible,
  value,
  options,
  onChange,
  dense = false,
}: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['group']}>
      <legend className={legendVisible ? styles['legend'] : 'visually-hidden'}>{legend}</legend>
      <div className={styles['cards']}>
        {options.map((option) => {
          // A label must not contain a button.
          const Frame = option.unavailableReason ? 'div' : 'label';
          return (
            <Frame
              key={option.value}
              className={classNames(styles['card'], dense && styles['dense'], option.unavailableReason && styles['unavailable'])}
            >
              <input
                className="unseen-radio"
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={Boolean(option.unavailableReason)}
                aria-labelledby={`${name}-${option.value}-label`}
                aria-describedby={`${name}-${option.value}-detail`}
                onChange={() => onChange(option.value)}
              />
              <span className={styles['label']} id={`${name}-${option.value}-label`}>
                {option.icon}
                {option.label}
              </span>
              <span className={classNames(styles['detail'], 'numeric')} id={`${name}-${option.value}-detail`}>
                {option.unavailableReason || option.detail}
              </span>
              {option.unavailableReason && option.action}
            </Frame>
          );
        })}
      </div>
    </fieldset>
  );
}
