import { Stroke, type IconProps } from './icons.tsx';

/* Icons of the identity verification. */
export const PassportIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M7 3h10a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 17 21H7a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 7 3ZM15 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM9 17h6"
  />
);
export const IdCardIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM10.5 10.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM5.5 15.5c.4-1.5 1.4-2.2 3-2.2s2.6.7 3 2.2M14.5 10H18M14.5 13.5H18"
  />
);
export const CarIcon = (props: IconProps) => (
  <Stroke {...props} path="M5 16v2M19 16v2M4 12l2-5.5h12L20 12M4 12h16v4H4zM7.5 14h.01M16.5 14h.01" />
);
export const CameraIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M4 8h3l1.5-2.5h7L17 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM15.5 13a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z"
  />
);
export const UploadIcon = (props: IconProps) => <Stroke {...props} path="M12 19V8m0 0L8 12m4-4 4 4M5 4.5h14" />;
