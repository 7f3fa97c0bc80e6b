import type { PersonBehind } from '@gurukul/contract/shared/person/person-behind';
import { formatDate } from '#web/lib/format/format.ts';
import { behindTexts } from '#web/texts/behind.ts';
import classes from './one-of-several.module.css';
import { Button, Text } from '@mantine/core';
import { useId } from 'react';

const t = behindTexts;

interface OneOfSeveralProps {
  people: readonly PersonBehind[];
  /** What is asked, where it is not who of several is meant. */
  question?: string;
  /** Who is chosen already. */
  chosen?: number | null;
  onChoose: (person: PersonBehind) => void;
}

/** Everybody behind one address, to choose the one who is meant. */
export function OneOfSeveral({
  people,
  question = `${t.title}. ${t.question}`,
  chosen = null,
  onChoose,
}: OneOfSeveralProps) {
  const id = useId();
  return (
    <fieldset className={classes.choice} aria-labelledby={id}>
      <Text id={id} component="legend" fw={600}>
        {question}
      </Text>
      {people.map((person) => (
        <Button
          key={person.user_id}
          type="button"
          variant={person.user_id === chosen ? 'filled' : 'default'}
          aria-pressed={person.user_id === chosen}
          onClick={() => onChoose(person)}
        >
          {[person.fullname, person.dob && t.born({ date: formatDate(person.dob) })]
            .filter(Boolean)
            .join(', ')}
        </Button>
      ))}
    </fieldset>
  );
}
