/** Why nothing was verified, in one line. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The text of an error of the system or of a library. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
