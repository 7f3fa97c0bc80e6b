import {
  createTheme,
  type AnchorProps,
  type ButtonProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
} from '@mantine/core';
import { texts } from '#web/texts/texts.ts';

const teal: MantineColorsTuple = [
  '#e6f4f2',
  '#d0e9e5',
  '#a6d5ce',
  '#79c0b6',
  '#52aca1',
  '#2b9187',
  '#14716a',
  '#0f5e58',
  '#0b4a46',
  '#073734',
];

// Everything that Mantine draws in the dark scheme follows these steps: ink at 0, page at 7.
const night: MantineColorsTuple = [
  '#f2ebe0',
  '#d6ccbd',
  '#bfb3a2',
  '#948775',
  '#574b3d',
  '#44392d',
  '#332a21',
  '#251e18',
  '#1a1511',
  '#120e0b',
];

const serif =
  "'Source Serif 4', Georgia, 'Noto Serif Telugu', 'Noto Serif Devanagari', 'Times New Roman', serif";
const sans =
  "'Source Sans 3 Variable', 'Near Roboto', 'Near Arial', 'Near Noto', 'Segoe UI', 'Noto Sans Telugu', 'Noto Sans Devanagari', 'Nirmala UI', system-ui, sans-serif";

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 6,
  colors: { teal, dark: night },
  black: '#20242c',
  fontFamily: sans,
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  headings: {
    fontFamily: serif,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'clamp(1.5rem, 1.2rem + 1.2vw, 2rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.3rem', lineHeight: '1.3' },
      h3: { fontSize: '1.1rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Imported by name: `Menu.extend` and the like would make people who only sign in load every component of this list.
  components: {
    // Links stand in running text; colour alone does not tell them apart.
    Anchor: { defaultProps: { underline: 'always' } satisfies Partial<AnchorProps> },
    // A dialog's head is no banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    // Inside its landmark, and without the empty stop before the first item.
    Menu: {
      defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } satisfies Partial<MenuProps>,
    },
    Button: { defaultProps: { size: 'sm' } satisfies Partial<ButtonProps> },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': texts.ui.close },
        centered: true,
      } satisfies Partial<ModalProps>,
    },
  },
});
