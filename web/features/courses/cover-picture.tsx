import { useId } from 'react';
import { coverOf } from './cover.ts';

interface CoverPictureProps {
  /** Of the course. */
  name: string;
  /** '' where the words beside it say the same. */
  alt: string;
  width: number;
  height: number;
  className: string | undefined;
}

/** The picture of a course that has none: an ornament of its subject in colours of its own. Some hundred bytes, and no request. */
export function CoverPicture({ name, alt, width, height, className }: CoverPictureProps) {
  const id = useId();
  const { colours, lines, slope } = coverOf(name);
  const [ground, light, ink] = colours;
  return (
    <svg
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMid slice"
      width={width}
      height={height}
      className={className}
    >
      <linearGradient id={id} gradientTransform={`rotate(${slope} .5 .5)`}>
        <stop stopColor={ground} />
        <stop offset="1" stopColor={light} />
      </linearGradient>
      <rect width="160" height="100" fill={`url(#${id})`} />
      <path
        d={lines}
        fill="none"
        stroke={ink}
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
