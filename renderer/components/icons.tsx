import styles from './icons.module.css';
import { classNames } from './classNames.ts';

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
export const ArrowRightIcon = (props: IconProps) => <Stroke {...props} path="M5 12h14m0 0-5-5m5 5-5 5" />;
export const ArrowLeftIcon = (props: IconProps) => <Stroke {...props} path="M19 12H5m0 0 5-5m-5 5 5 5" />;
export const SwapIcon = (props: IconProps) => <Stroke {...props} path="M8 4v16m0 0-4-4m4 4 4-4M16 20V4m0 0-4 4m4-4 4 4" />;
export const RepeatIcon = (props: IconProps) => (
  <Stroke {...props} path="M4 12V9.5A3.5 3.5 0 0 1 7.5 6H20m0 0-3-3m3 3-3 3M20 12v2.5a3.5 3.5 0 0 1-3.5 3.5H4m0 0 3 3m-3-3 3-3" />
);
export const CheckIcon = (props: IconProps) => <Stroke {...props} path="m5 13 4 4L19 7" />;
export const CloseIcon = (props: IconProps) => <Stroke {...props} path="M6 6l12 12M18 6 6 18" />;
export const SearchIcon = (props: IconProps) => (
  <Stroke {...props} path="M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M16 16l4 4" />
);
export const CopyIcon = (props: IconProps) => (
  <Stroke {...props} path="M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM5 15V6a2 2 0 0 1 2-2h9" />
);
export const DownloadIcon = (props: IconProps) => <Stroke {...props} path="M12 4v11m0 0-4-4m4 4 4-4M5 19.500h14" />;
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
export const ClockIcon = (props: IconProps) => <Stroke {...props} path="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 7v5l3 2" />;
export const ShieldIcon = (props: IconProps) => (
  <Stroke {...props} path="M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6zM9 12l2 2 4-4" />
);
export const ExternalIcon = (props: IconProps) => (
  <Stroke {...props} path="M11 6H7a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-4M14 4h6v6M20 4l-9 9" />
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
export const MailIcon = (props: IconProps) => (
  <Stroke {...props} path="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM3.5 7l8.5 6 8.5-6" />
);
export const WalletIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M18 8V5H6.500a2.500 2.500 0 0 0 0 5M4 7.500V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H6.500M16.500 13.500h.01"
  />
);
export const WithdrawIcon = (props: IconProps) => <Stroke {...props} path="M12 15V4m0 0L8 8m4-4 4 4M5 19.500h14" />;
export const PeopleIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12.500 7.500a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0ZM2.500 20a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.200a6.500 6.500 0 0 1 3.500 5.800"
  />
);
export const PercentIcon = (props: IconProps) => (
  <Stroke {...props} path="M19 5 5 19M9.500 7.500a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM18.500 16.500a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z" />
);
export const PersonIcon = (props: IconProps) => (
  <Stroke {...props} path="M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.500 20.500a7.500 7.500 0 0 1 15 0" />
);
export const KeyIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M20.500 8.500a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM12 12l-7.500 7.500M7.500 16.500 10 19M4.500 19.500 6 21"
  />
);
export const SignOutIcon = (props: IconProps) => (
  <Stroke {...props} path="M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10m0 0-4-4m4 4-4 4" />
);
