import type { FoundKind } from '@gurukul/contract/search';
import { useEffect } from 'react';
import { session } from '#web/lib/session.ts';
import { remember } from './recent.ts';

interface VisitedProps {
  kind: FoundKind;
  id: number;
  title: string;
  /** What tells it from others of that name. */
  detail: string;
}

/** On the page of one thing: the command bar offers it among the recent ones. */
export function Visited({ kind, id, title, detail }: VisitedProps) {
  useEffect(() => {
    const item = { kind, id, title, detail, context: '', course_id: null, slot_id: null };
    if (session.role) remember(session.role, { item });
  }, [kind, id, title, detail]);
  return null;
}
