import type { Said } from '@gurukul/contract/shared/words/said';

/** The sentences in English. */
export const textsOf = (all: readonly Said[]): string[] => all.map(({ message }) => message);
