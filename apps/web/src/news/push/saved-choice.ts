const KEY = "swath-push";

/** Whose news this browser shows: a choice of a person's in one browser, kept there. */
export const savedChoice = {
  isOf: (subject: string): boolean => localStorage.getItem(KEY) === subject,
  keep: (subject: string): void => localStorage.setItem(KEY, subject),
  forget: (): void => localStorage.removeItem(KEY),
} as const;
