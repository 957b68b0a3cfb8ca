import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { Spinner } from '../icons/Spinner.tsx';
import styles from './Button.module.css';

export interface ButtonLook {
  /** primary: the next step of a screen; quiet: other actions; text: without a frame; danger: destructive actions. */
  variant?: 'primary' | 'quiet' | 'text' | 'danger';
  size?: 'large' | 'medium' | 'small';
  /** As wide as its container. */
  wide?: boolean;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'disabled'> {
  children: ReactNode;
  icon?: ReactNode;
  /** The customer has to enter or confirm something first. A press leads there. */
  missing?: boolean;
  /** Busy: the label stays, clicks are ignored. */
  busy?: boolean;
  /**
   * Why it can't be pressed now (D23: never disabled without a reason). The button stays focusable and shows the reason.
   * A press calls `onUnavailableClick`, for example to focus the missing field.
   */
  unavailableReason?: string | null | undefined;
  /** Shows the reason above the button. Otherwise only screen readers announce it. */
  isReasonShown?: boolean;
  onUnavailableClick?: (() => void) | undefined;
}

export function buttonClassName(
  { variant = 'quiet', size = 'medium', wide = false }: ButtonLook,
  className?: string,
): string | undefined {
  return classNames(styles['button'], styles[variant], styles[size], wide && styles['wide'], className);
}

export function Button(props: ButtonProps) {
  const {
    children,
    icon,
    variant,
    size,
    wide,
    missing = false,
    busy = false,
    unavailableReason,
    isReasonShown = false,
    onUnavailableClick,
    onClick,
    className,
    ...rest
  } = props;
  const reasonId = useId();
  const isUnavailable = Boolean(unavailableReason);
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (!isUnavailable && !busy) return onClick?.(event);
    // A submit button must not submit its form either.
    event.preventDefault();
    if (isUnavailable) onUnavailableClick?.();
  };
  return (
    <>
      {isUnavailable && (
        <span id={reasonId} className={isReasonShown ? 'hint' : 'visually-hidden'}>
          {unavailableReason}
        </span>
      )}
      <button
        type="button"
        {...rest}
        className={buttonClassName(
          { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
          classNames(missing && styles['missing'], className),
        )}
        aria-disabled={isUnavailable || busy || undefined}
        aria-busy={busy || undefined}
        aria-describedby={classNames(rest['aria-describedby'], isUnavailable && reasonId)}
        onClick={press}
      >
        {busy ? <Spinner /> : icon}
        <span className={styles['label']}>{children}</span>
      </button>
    </>
  );
}
