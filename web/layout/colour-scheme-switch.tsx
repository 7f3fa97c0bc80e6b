import { IconMoon, IconSun } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { texts } from '#web/texts/texts.ts';
import { colourScheme } from '#web/theme/colour-scheme.ts';
import { PlainIconButton } from '#web/ui/plain-button.tsx';

/** The other colours: their name, their picture and the way to them. */
export function useOtherScheme() {
  const isDark = useSyncExternalStore(colourScheme.subscribe, colourScheme.current) === 'dark';
  return {
    label: isDark ? texts.shell.toLight : texts.shell.toDark,
    Picture: isDark ? IconSun : IconMoon,
    choose: () => colourScheme.choose(isDark ? 'light' : 'dark'),
  };
}

export function ColourSchemeSwitch() {
  const { label, Picture, choose } = useOtherScheme();
  return (
    <PlainIconButton size={44} aria-label={label} onClick={choose}>
      <Picture aria-hidden size={20} />
    </PlainIconButton>
  );
}
