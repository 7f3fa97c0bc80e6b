import { defaultCourseImage } from '@gurukul/contract/courses';
import { useState } from 'react';
import { CoverPicture } from './cover-picture.tsx';

interface CoursePictureProps {
  src: string;
  /** Of the course or of its part: where it has no picture, its cover follows from the name. */
  name: string;
  /** '' where the words beside it say the same. */
  alt: string;
  width: number;
  height: number;
  className: string | undefined;
}

/** Fetched when it comes into sight; its room is kept from the start. What has no picture, or none that can be shown, has a cover. */
export function CoursePicture({ src, name, ...rest }: CoursePictureProps) {
  const [failed, setFailed] = useState('');
  if (src === '' || src === defaultCourseImage || failed === src)
    return <CoverPicture name={name} {...rest} />;
  // oxlint-disable-next-line jsx-a11y/alt-text -- in the rest
  return <img {...rest} src={src} loading="lazy" decoding="async" onError={() => setFailed(src)} />;
}
