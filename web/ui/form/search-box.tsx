import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { textMax } from '#web/lib/address/address-search.ts';
import { searchDebounceMs } from '#web/lib/constants.ts';
import { texts } from '#web/texts/texts.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

/** A search that reports its text half a second after the last keystroke, and at once on Enter or when cleared. */
export function SearchBox({ label, value, onChange, placeholder }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // What was told becomes the value a moment later; more may be typed by then.
  const [told, setTold] = useState<string | null>(null);
  // Follows a value that changed from outside (the back button, another filter), without losing what is being typed.
  if (seen !== value) {
    setSeen(value);
    setTold(null);
    if (value !== told && text.trim() !== value) setText(value);
  }
  const tell = (next: string) => {
    setTold(next.trim());
    onChange(next.trim());
  };
  const tellLater = useDebouncedCallback(tell, searchDebounceMs);
  const clear = () => {
    setText('');
    tellLater.cancel();
    tell('');
  };
  return (
    <TextInput
      type="search"
      maw={420}
      label={label}
      placeholder={placeholder}
      maxLength={textMax}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tellLater(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        tellLater.cancel();
        tell(text);
      }}
      leftSection={<IconSearch aria-hidden size={18} />}
      rightSection={text ? <CloseButton aria-label={texts.ui.clearSearch} onClick={clear} /> : null}
    />
  );
}
