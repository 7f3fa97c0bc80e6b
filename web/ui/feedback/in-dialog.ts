import { createContext, type FC } from 'react';
import type { DialogFootProps } from './dialog-foot.tsx';

/** The dialog around: what closes it, as its cross does, and its foot. A form on a page brings neither along. */
export const InDialog = createContext<{ leave: () => void; Foot: FC<DialogFootProps> } | null>(null);
