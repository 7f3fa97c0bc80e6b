import {
  cloneElement,
  useId,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { LateHint } from './late-hint.tsx';

type Bubble = typeof LateHint;

/** Null where it cannot be loaded now: a hint is no reason to disturb anybody. */
const load = async (): Promise<Bubble | null> => {
  try {
    return (await import('./late-hint.tsx')).LateHint;
  } catch {
    return null;
  }
};

interface HintProps {
  /** None is shown without it. */
  label: ReactNode;
  /** Not by a tap, where a tap does something else. */
  isOffByTap?: boolean;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * A few words about an element: at hover, at keyboard focus and, on a phone, at a tap. A table has a hundred of them, so
 * their code is loaded for the first one that is asked for.
 */
export function Hint({ label, isOffByTap = false, children }: HintProps) {
  const id = useId();
  const [at, setAt] = useState<HTMLElement | null>(null);
  const [Loaded, setLoaded] = useState<{ readonly Bubble: Bubble } | null>(null);
  const [isTap, setTap] = useState(false);
  const own = children.props;
  const open = (element: HTMLElement) => {
    setAt(element);
    if (Loaded) return;
    void load().then((Bubble) => Bubble && setLoaded({ Bubble }));
  };
  const close = () => setAt(null);
  const isShown = at !== null && Loaded !== null && Boolean(label);
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': own['aria-describedby'] ?? (isShown ? id : undefined),
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          own.onPointerEnter?.(event);
          setTap(event.pointerType === 'touch');
        },
        // A browser sends it for a tap too, after the tap.
        onMouseEnter: (event: MouseEvent<HTMLElement>) => {
          own.onMouseEnter?.(event);
          if (!(isTap && isOffByTap)) open(event.currentTarget);
        },
        onMouseLeave: (event: MouseEvent<HTMLElement>) => {
          own.onMouseLeave?.(event);
          close();
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          own.onFocus?.(event);
          if (event.target.matches(':focus-visible')) open(event.currentTarget);
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          own.onBlur?.(event);
          close();
        },
      })}
      {isShown ? <Loaded.Bubble id={id} at={at} label={label} onEscape={close} /> : null}
    </>
  );
}
