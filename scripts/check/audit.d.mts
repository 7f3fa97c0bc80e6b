export function weaknessesIn(text: string): string[] | null;
