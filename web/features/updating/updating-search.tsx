import { students } from '@gurukul/contract/students';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { query } from '#web/calls/client.ts';
import { texts } from '#web/texts/texts.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { isNobody } from '../students/is-nobody.ts';
import { isAddress, StudentField, studentsLike } from '../search/student-field.tsx';
import classes from './updating-search.module.css';

const t = updatingTexts.search;

interface UpdatingSearchProps {
  /** The email address of the student in the page's address. */
  email: string;
  onSearch: (email: string) => void;
  /** A student with that address exists, with this number. */
  onFound: (email: string, student: string) => void;
  /** One of those suggested for half a name. */
  onChoose: (student: number) => void;
}

export function UpdatingSearch({ email, onSearch, onFound, onChoose }: UpdatingSearchProps) {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(email);
  const [known, setKnown] = useState(email);
  // Follows an address that changed from outside: a link, or the back button.
  if (known !== email) {
    setKnown(email);
    setText(email);
  }
  const [isSearching, setSearching] = useState(false);

  const refuse = (why: string) => {
    toast.warning(why);
    field.current?.focus();
  };

  /** Enter on half a name: the one student whom it means, or a choice. */
  const searchByName = async (name: string) => {
    const found = await studentsLike(client, name).catch(() => null);
    setSearching(false);
    const [one, ...others] = found ?? [];
    if (one && others.length === 0) {
      setText(one.detail);
      return onChoose(one.id);
    }
    if (found === null) return toast.error(texts.errors.unreachable);
    refuse(one ? t.several : t.wrong);
  };

  const search = async (event: FormEvent) => {
    event.preventDefault();
    const email_id = text.trim();
    if (email_id === '') return refuse(t.missing);
    if (isSearching) return;
    setSearching(true);
    if (!isAddress(email_id)) return searchByName(email_id);
    onSearch(email_id);
    // The page shows what comes of it; a search that finds nobody is answered at once as well.
    const lookUp = query(students.get_student_details_by_email, { email_id });
    const outcome = await client.fetchQuery({ ...lookUp, staleTime: 0 }).catch((error: unknown) => error);
    setSearching(false);
    if (isNobody(outcome)) return refuse(t.wrong);
    // Of several the page asks who is meant.
    const [found, ...others] = client.getQueryData(lookUp.queryKey)?.people ?? [];
    if (found && others.length === 0) onFound(email_id, String(found.user_id));
  };

  return (
    <Panel title={t.title}>
      <search>
        <form className={classes.form} noValidate onSubmit={(event) => void search(event)}>
          <StudentField
            ref={field}
            className={classes.email}
            label={t.email}
            description={t.halfName}
            value={text}
            onChange={setText}
            onChoose={({ id }) => onChoose(id)}
          />
          <Button type="submit" variant="default" aria-busy={isSearching}>
            {isSearching ? t.searching : t.submit}
          </Button>
        </form>
      </search>
    </Panel>
  );
}
