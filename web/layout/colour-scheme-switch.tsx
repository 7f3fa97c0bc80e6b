import { IconMoon, IconSun } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { texts } from '#web/texts/texts.ts';
import { colourScheme } from '#web/theme/colour-scheme.ts';
import { PlainIconButton } from '#web/ui/plain-button.tsx';

export function ColourSchemeSwitch() {
  const isDark = useSyncExternalStore(colourScheme.subscribe, colourScheme.current) === 'dark';
  return (
    <PlainIconButton
      size={44}
      aria-label={isDark ? texts.shell.toLight : texts.shell.toDark}
      onClick={() => colourScheme.choose(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun aria-hidden size={20} /> : <IconMoon aria-hidden size={20} />}
    </PlainIconButton>
  );
}
