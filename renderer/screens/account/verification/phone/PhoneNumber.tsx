import { phoneClass } from '../lateStyles.ts';

/** The number that both devices show, in two groups that are easy to compare. */
export const PhoneNumber = ({ number }: { number: string }) => (
  <div className={`${phoneClass('number')} numeric`} translate="no">
    {number.slice(0, 3)} {number.slice(3)}
  </div>
);
