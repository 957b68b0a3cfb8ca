import { Stroke, type IconProps } from './icons.tsx';

/* Icons of account pages and of the sign-in. */
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
export const SignOutIcon = (props: IconProps) => (
  <Stroke {...props} path="M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10m0 0-4-4m4 4-4 4" />
);
export const WalletIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M18 8V5H6.500a2.500 2.500 0 0 0 0 5M4 7.500V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H6.500M16.500 13.500h.01"
  />
);
export const SendIcon = (props: IconProps) => <Stroke {...props} path="m21 4-9 17-3-8-6-4 18-5ZM9 13 21 4" />;
