import { defaultCourseImage } from '@gurukul/contract/courses';
import { useState } from 'react';

interface CoursePictureProps {
  src: string;
  /** '' where the words beside it say the same. */
  alt: string;
  width: number;
  height: number;
  className: string | undefined;
}

/** Fetched when it comes into sight; its room is kept from the start, and what cannot be shown gives way to the usual picture. */
export function CoursePicture({ src, ...rest }: CoursePictureProps) {
  const [failed, setFailed] = useState('');
  const shown = src === '' || failed === src ? defaultCourseImage : src;
  // oxlint-disable-next-line jsx-a11y/alt-text -- in the rest
  return <img {...rest} src={shown} loading="lazy" decoding="async" onError={() => setFailed(src)} />;
}
