import { Stroke, type IconProps } from './icons.tsx';

/* Icons of orders, lists and support. Apart from the other icons, which every page loads. */
export const BellIcon = (props: IconProps) => (
  <Stroke {...props} path="M6 17V10.500a6 6 0 0 1 12 0V17l1.5 1.500h-15zM10 18.500a2 2 0 0 0 4 0" />
);
export const ClockIcon = (props: IconProps) => <Stroke {...props} path="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 7v5l3 2" />;
export const PrintIcon = (props: IconProps) => (
  <Stroke {...props} path="M7 9V4h10v5M7 17H5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-2M7 14h10v6H7z" />
);
export const ShieldIcon = (props: IconProps) => (
  <Stroke {...props} path="M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6zM9 12l2 2 4-4" />
);
export const MailIcon = (props: IconProps) => (
  <Stroke {...props} path="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM3.5 7l8.5 6 8.5-6" />
);
export const KeyIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M20.500 8.500a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM12 12l-7.500 7.500M7.500 16.500 10 19M4.500 19.500 6 21"
  />
);
export const ExternalIcon = (props: IconProps) => (
  <Stroke {...props} path="M11 6H7a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-4M14 4h6v6M20 4l-9 9" />
);
export const DownloadIcon = (props: IconProps) => <Stroke {...props} path="M12 4v11m0 0-4-4m4 4 4-4M5 19.500h14" />;
export const ArrowRightIcon = (props: IconProps) => <Stroke {...props} path="M5 12h14m0 0-5-5m5 5-5 5" />;
export const ArrowLeftIcon = (props: IconProps) => <Stroke {...props} path="M19 12H5m0 0 5-5m-5 5 5 5" />;
export const RepeatIcon = (props: IconProps) => (
  <Stroke {...props} path="M4 12V9.5A3.5 3.5 0 0 1 7.5 6H20m0 0-3-3m3 3-3 3M20 12v2.5a3.5 3.5 0 0 1-3.5 3.5H4m0 0 3 3m-3-3 3-3" />
);
export const CopyIcon = (props: IconProps) => (
  <Stroke {...props} path="M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM5 15V6a2 2 0 0 1 2-2h9" />
);
export const SearchIcon = (props: IconProps) => (
  <Stroke {...props} path="M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M16 16l4 4" />
);
