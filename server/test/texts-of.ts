import type { Sentence } from '@gurukul/contract/shared/words/said';

/** The sentences in English. */
export const textsOf = (all: readonly Sentence[]): string[] => all.map(({ message }) => message);
