import styles from './icons.module.css';
import { classNames } from '../classNames.ts';

/** Icons are decorative: adjacent text or the button's label has the meaning. */
export interface IconProps {
  size?: 'small' | 'medium' | 'large';
  className?: string | undefined;
}

/** The frame of an icon. */
export function Stroke({ path, size = 'medium', className }: IconProps & { path: string }) {
  return (
    <svg className={classNames(styles['icon'], styles[size], className)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

/* Each icon is a function of its own, so that a bundle carries only those it shows. 24 × 24, stroke 1.75. */
export const ChevronDownIcon = (props: IconProps) => <Stroke {...props} path="m6 9 6 6 6-6" />;
export const SwapIcon = (props: IconProps) => <Stroke {...props} path="M8 4v16m0 0-4-4m4 4 4-4M16 20V4m0 0-4 4m4-4 4 4" />;
export const CheckIcon = (props: IconProps) => <Stroke {...props} path="m5 13 4 4L19 7" />;
export const CloseIcon = (props: IconProps) => <Stroke {...props} path="M6 6l12 12M18 6 6 18" />;
export const PasteIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M9 5H8a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2h-1M10 3h4a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Z"
  />
);
export const ScanIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M4 12h16"
  />
);
export const LockIcon = (props: IconProps) => (
  <Stroke {...props} path="M7 11h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2ZM8 11V7.5a4 4 0 0 1 8 0V11" />
);
export const ApproximateIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M5 10c1.5-2.4 3.6-2.7 6-1.3l2 1.2c2.4 1.4 4.5 1.1 6-1.300M5 16c1.5-2.4 3.6-2.7 6-1.300l2 1.200c2.4 1.4 4.5 1.1 6-1.3"
  />
);
export const EqualIcon = (props: IconProps) => <Stroke {...props} path="M5 9.500h14M5 15h14" />;
export const InformationIcon = (props: IconProps) => (
  <Stroke {...props} path="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 8h.01M11 12h1v4h1" />
);
export const WarningIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M10.3 4.9 3.2 17a2 2 0 0 0 1.7 3h14.200a2 2 0 0 0 1.7-3L13.7 4.900a2 2 0 0 0-3.4 0ZM12 9.500v4M12 16.500h.01"
  />
);
export const DangerIcon = (props: IconProps) => (
  <Stroke {...props} path="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 7.500v5.500M12 16.500h.01" />
);
export const SuccessIcon = (props: IconProps) => (
  <Stroke {...props} path="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8.5 12.500l2.5 2.5 5-5.5" />
);
export const SunIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.500M12 19.500V21M3 12h1.500M19.5 12H21M5.6 5.600l1.1 1.100M17.3 17.300l1.1 1.100M18.4 5.600l-1.1 1.100M6.7 17.300l-1.1 1.1"
  />
);
export const MoonIcon = (props: IconProps) => <Stroke {...props} path="M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10Z" />;
export const SystemIcon = (props: IconProps) => (
  <Stroke {...props} path="M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM8.5 20h7M12 16v4" />
);
export const MenuIcon = (props: IconProps) => <Stroke {...props} path="M4 8h16M4 16h16" />;
export const PersonIcon = (props: IconProps) => (
  <Stroke {...props} path="M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.500 20.500a7.500 7.500 0 0 1 15 0" />
);
