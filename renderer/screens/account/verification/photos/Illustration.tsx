import type { PhotoField } from '../../../../../contract/identity/documents.ts';
import { photoClass } from '../lateStyles.ts';

/** A drawing of what a photo shows. */
export function Illustration({ field }: { field: PhotoField }) {
  return (
    <svg className={photoClass('illustration')} viewBox="0 0 96 64" aria-hidden="true" focusable="false">
      {field === 'facePhoto' ? (
        <g fill="currentColor" opacity=".5">
          <ellipse cx="48" cy="28" rx="11" ry="14" />
          <path d="M26 62c2-11 10-16 22-16s20 5 22 16" />
        </g>
      ) : (
        <>
          <rect
            className={photoClass('paper')}
            x="6"
            y="5"
            width="84"
            height="54"
            rx="5"
            stroke="currentColor"
            strokeWidth="1.5"
          />
          {field === 'frontPhoto' ? <Front /> : <Back />}
        </>
      )}
    </svg>
  );
}

const Front = () => (
  <g fill="currentColor">
    <rect x="13" y="17" width="24" height="31" rx="2" opacity=".22" />
    <circle cx="25" cy="28" r="6" opacity=".5" />
    <path d="M15 46c1-7 5-9 10-9s9 2 10 9" opacity=".5" />
    <path d="M13 11h30M44 20h38M44 28h28M44 36h34M44 44h20" stroke="currentColor" strokeWidth="3" opacity=".35" />
  </g>
);

const Back = () => (
  <g stroke="currentColor">
    <path d="M14 14h40M14 21h30M14 28h36" strokeWidth="3" opacity=".35" />
    <path d="M14 42h68M14 49h68" strokeWidth="3.5" strokeDasharray="3 2" opacity=".6" />
    <rect x="66" y="13" width="16" height="16" rx="2" fill="currentColor" stroke="none" opacity=".3" />
  </g>
);
