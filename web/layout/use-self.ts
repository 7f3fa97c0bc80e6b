import { accounts, type TopBar } from '@gurukul/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';

/** What the bar shows of the signed-in person. The roles kept beside the session follow it. */
export function useSelf(): TopBar | undefined {
  const { data } = useQuery(query(accounts.get_user_profile, { uid: Number(session.uid) }));
  const self = data?.data[0];
  useEffect(() => {
    if (!self) return;
    session.rememberOtherRole(self.as_role ?? '');
    if (self.role && self.mainrole) session.actAs({ role: self.role, mainrole: self.mainrole });
  }, [self]);
  return self;
}
