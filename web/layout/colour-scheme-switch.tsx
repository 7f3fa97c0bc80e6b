import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { texts } from '#web/texts/texts.ts';

export function ColourSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={isDark ? texts.shell.toLight : texts.shell.toDark}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun aria-hidden size={20} /> : <IconMoon aria-hidden size={20} />}
    </ActionIcon>
  );
}
