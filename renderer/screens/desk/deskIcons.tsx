import { Stroke, type IconProps } from '../../components/icons/icons.tsx';

export const BackIcon = (props: IconProps) => <Stroke {...props} path="m15 6-6 6 6 6" />;
export const NextIcon = (props: IconProps) => <Stroke {...props} path="m9 6 6 6-6 6" />;
export const ListIcon = (props: IconProps) => <Stroke {...props} path="M4 7h16M4 12h10M4 17h16" />;
export const OrdersIcon = (props: IconProps) => (
  <Stroke {...props} path="M6 4h8l4 4v11a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM14 4v4h4M9 12h6M9 16h4" />
);
export const WindowIcon = (props: IconProps) => (
  <Stroke {...props} path="M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 9h16" />
);
export const MoreIcon = (props: IconProps) => <Stroke {...props} path="M6 12h.01M12 12h.01M18 12h.01" />;
export const PlusIcon = (props: IconProps) => <Stroke {...props} path="M12 5v14M5 12h14" />;
export const UpIcon = (props: IconProps) => <Stroke {...props} path="m6 15 6-6 6 6" />;
export const DownIcon = (props: IconProps) => <Stroke {...props} path="m6 9 6 6 6-6" />;
export const BookIcon = (props: IconProps) => (
  <Stroke {...props} path="M6 4h12a1 1 0 0 1 1 1v15H7a2 2 0 0 1-2-2V5a1 1 0 0 1 1-1ZM5 18a2 2 0 0 1 2-2h12M9 8h6" />
);
export const PencilIcon = (props: IconProps) => <Stroke {...props} path="M4 20l1-4L16 5l3 3L8 19zM14 7l3 3" />;
export const StarIcon = (props: IconProps) => (
  <Stroke {...props} path="m12 4 2.5 5.2 5.5.8-4 3.900 1 5.600-5-2.700-5 2.700 1-5.600-4-3.900 5.500-.8z" />
);
