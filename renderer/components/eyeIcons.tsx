import { Stroke, type IconProps } from './icons.tsx';

/* Apart from the other icons, which every page loads. */
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
