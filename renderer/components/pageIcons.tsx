import { Stroke, type IconProps } from './icons.tsx';

/* Icons of single pages. Apart from the other icons, which every page loads. */
export const EyeIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"
  />
);
export const EyeOffIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M4 4l16 16M9.900 5.700A9.400 9.400 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a16 16 0 0 1-2.700 3.400M14.100 14.200a3 3 0 0 1-4.300-4.300M6.300 7.500A15.500 15.500 0 0 0 2.500 12S6 18.500 12 18.500a9 9 0 0 0 4-.900"
  />
);
export const PlusIcon = (props: IconProps) => <Stroke {...props} path="M12 5v14M5 12h14" />;
export const MoreIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M6 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0ZM12.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0ZM19 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0Z"
  />
);
export const TrashIcon = (props: IconProps) => <Stroke {...props} path="M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12" />;
export const PasskeyIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12 7.500a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0ZM2 20a6.500 6.500 0 0 1 9.500-5.700M20.500 13.500a2.750 2.750 0 1 0-4 2.450V20l1.250 1.250L19.500 19.500l-1-1 1-1.300-1-.9a2.750 2.750 0 0 0 2-2.800Z"
  />
);
export const PhoneIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M8 3h8a1.500 1.500 0 0 1 1.500 1.500v15A1.500 1.500 0 0 1 16 21H8a1.500 1.500 0 0 1-1.500-1.500v-15A1.500 1.500 0 0 1 8 3ZM11 18h2"
  />
);
export const LaptopIcon = (props: IconProps) => (
  <Stroke {...props} path="M6 5h12a1 1 0 0 1 1 1v9H5V6a1 1 0 0 1 1-1ZM2.500 18.500h19" />
);
export const BellIcon = (props: IconProps) => (
  <Stroke {...props} path="M6 17V10.500a6 6 0 0 1 12 0V17l1.5 1.500h-15zM10 18.500a2 2 0 0 0 4 0" />
);
