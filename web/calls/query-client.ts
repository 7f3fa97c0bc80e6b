import { QueryClient } from '@tanstack/react-query';
import { onSessionEnd, onSessionStart } from '#web/lib/session.ts';
import { ApiError } from './errors.ts';

const mayRetry = (failures: number, error: Error) =>
  failures < 2 && error instanceof ApiError && error.isPassing;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 15_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The answers of one person are not for another.
onSessionStart(() => queryClient.clear());
onSessionEnd(() => queryClient.clear());
