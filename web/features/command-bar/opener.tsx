import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { session } from '#web/lib/session.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './opener.module.css';
import { ariaShortcut, isShortcut, shortcutKey } from './shortcut.ts';

const t = texts.shell.find;

const load = async () => (await import('./command-bar.tsx')).CommandBar;
type Bar = Awaited<ReturnType<typeof load>>;

/** A dialog may contain unsaved text, or a question that waits for its answer. */
const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Keeps what is typed for a field that is not there yet. */
function keepTyping() {
  let text = '';
  const keep = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    // Letters mean something else elsewhere.
    event.stopPropagation();
    text += key;
  };
  window.addEventListener('keydown', keep, true);
  return () => {
    window.removeEventListener('keydown', keep, true);
    return text;
  };
}

/** In the top bar: opens the command bar, as does its shortcut anywhere. Nothing of the bar is loaded before. */
export function SearchOpener() {
  const [Bar, setBar] = useState<Bar | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [early, setEarly] = useState('');
  /** The element that had the focus before. */
  const before = useRef<Element | null>(null);

  const open = async () => {
    if (isOpen || isLoading) return;
    if (isDialogOpen()) return toast.info(t.finishFirst);
    before.current = document.activeElement;
    setLoading(true);
    const typed = keepTyping();
    try {
      const loaded = Bar ?? (await load());
      setBar(() => loaded);
      setOpen(true);
    } catch {
      toast.error(texts.errors.unreachable);
    } finally {
      setEarly(typed());
      setLoading(false);
    }
  };

  // What takes the focus must be free of the bar's own trap.
  const close = (next: Element | null) => {
    flushSync(() => setOpen(false));
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A text editor has taken it for its own: a link.
    if (event.defaultPrevented || !isShortcut(event)) return;
    // The browser would go to its own search.
    event.preventDefault();
    if (isOpen) close(before.current);
    else void open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const preload = () => {
    load().catch(() => undefined);
  };

  return (
    <>
      <button
        type="button"
        data-find
        className={classes.opener}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaShortcut}
        aria-busy={isLoading || undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void open()}
      >
        <IconSearch aria-hidden size={20} stroke={1.8} />
        <span className={classes.name}>{t.name}</span>
        <span aria-hidden className={classes.keys}>
          <kbd>{shortcutKey}</kbd> <kbd>{t.letter}</kbd>
        </span>
      </button>
      {Bar && isOpen && session.role ? (
        <Bar
          role={session.role}
          early={early}
          onClose={() => close(before.current)}
          // Where nothing else takes it, the page itself has the focus.
          onGo={() => close(document.querySelector('main'))}
        />
      ) : null}
    </>
  );
}
