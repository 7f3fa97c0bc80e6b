import { holdBusy } from '#web/lib/use-busy.ts';

/**
 * The server refuses some calls until the person has shown that it is still them (`step_up_needed`). The portal asks in
 * one dialog and then repeats the call.
 */

let question: PromiseWithResolvers<boolean> | null = null;
const listeners = new Set<() => void>();

function show(next: typeof question) {
  question = next;
  holdBusy(next !== null);
  for (const listener of listeners) listener();
}

/** The question that is open, for the dialog. All calls that wait share it. */
export const proofQuestion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isOpen: () => question !== null,
  settle(isProved: boolean) {
    const asked = question;
    show(null);
    asked?.resolve(isProved);
  },
};

/** Resolves with whether the person has proved who they are. Where no dialog can open, nobody has. */
function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (question === null) show(Promise.withResolvers<boolean>());
  return question?.promise ?? Promise.resolve(false);
}

async function needsProof(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  try {
    const { code }: { code?: string } = await response.clone().json();
    return code === 'step_up_needed';
  } catch {
    return false;
  }
}

/** Makes a call, and once more after a proof if the first answer asks for one. */
export async function withProof(attempt: () => Promise<Response>): Promise<Response> {
  const response = await attempt();
  if (!(await needsProof(response)) || !(await askForProof())) return response;
  return attempt();
}
