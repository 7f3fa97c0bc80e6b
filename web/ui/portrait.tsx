import { defaultProfileImage } from '@gurukul/contract/accounts';
import { useState } from 'react';
import classes from './portrait.module.css';

interface FaceProps {
  src: string | null | undefined;
  name: string;
  size?: number;
}

const letters = new Intl.Segmenter();

/** The first letter as people count letters: an Indian one may have several characters. */
const firstOf = (word: string) => [...letters.segment(word)][0]?.segment ?? '';

/** AR for Asha Rao. */
export const initialsOf = (name: string) =>
  name.trim().split(/\s+/).slice(0, 2).map(firstOf).join('').toUpperCase();

/** A round picture of somebody; their initials where there is none, or where it does not load. */
export function Face({ src, name, size = 32 }: FaceProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span aria-hidden data-picture className={classes.face} style={{ '--size': `${size / 16}rem` }}>
      {src && src !== failed ? <img src={src} alt="" onError={() => setFailed(src)} /> : initialsOf(name)}
    </span>
  );
}

/** The same without the picture that stands for none. The name stands beside it. */
export const Portrait = ({ src, ...face }: FaceProps) => (
  <Face src={src === defaultProfileImage ? '' : src} {...face} />
);
