import { defaultProfileImage } from '@gurukul/contract/accounts';
import { Avatar } from '@mantine/core';

interface PortraitProps {
  src: string | null | undefined;
  name: string;
  size?: number;
}

/** Somebody's picture, or the initials. The name stands beside it, so that it says nothing to a screen reader. */
export function Portrait({ src, name, size = 32 }: PortraitProps) {
  const own = src === defaultProfileImage ? null : src || null;
  return <Avatar src={own} name={name} alt="" color="teal" size={size} aria-hidden />;
}
