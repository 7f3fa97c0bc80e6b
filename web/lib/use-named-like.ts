import { useEffect, useState } from 'react';

type NamedLike = (typed: string) => (name: string) => boolean;

const byLetters: NamedLike = (typed) => {
  const letters = typed.trim().toLowerCase();
  return (name) => name.toLowerCase().includes(letters);
};

let bySound: NamedLike | null = null;

/**
 * What a typed text finds in a list that is all here: its letters, and its sound as the server's search does. The rules of
 * sounds are loaded when a list is first searched.
 */
export function useNamedLike(isNeeded: boolean): NamedLike {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (!isNeeded || bySound !== null) return;
    import('@gurukul/contract/shared/person/sound').then(
      ({ namedLike }) => {
        bySound = namedLike;
        setLoaded(true);
        return null;
      },
      // Without a network it finds letters.
      () => null,
    );
  }, [isNeeded]);
  return bySound ?? byLetters;
}

/** For the searchable lists of the kit. */
export const optionsLike =
  (namedLike: NamedLike) =>
  <Option extends object>({ options, search }: { options: Option[]; search: string }): Option[] => {
    const isLike = namedLike(search);
    return options.filter((option) => 'label' in option && isLike(String(option.label)));
  };
