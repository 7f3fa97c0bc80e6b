/** The icons of the installed app: size and margin in pixels. With a margin, the ground is opaque. */
export const icons = {
  'app-192': { size: 192, margin: 0 },
  'app-512': { size: 512, margin: 0 },
  // Systems cut it to a circle or the like; the logo lies within.
  'app-maskable-512': { size: 512, margin: 88 },
  'apple-touch': { size: 180, margin: 16 },
} as const;
export type Icon = keyof typeof icons;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys
export const iconNames = Object.keys(icons) as readonly Icon[];

export const isIcon = (name: string): name is Icon => Object.hasOwn(icons, name);

/** The address of an icon. The key of the logo is in it, so that another logo has another address. */
export const iconAddress = (logo: string, icon: Icon): string =>
  logo.replace('/files/', `/files/icons/${icon}/`);
