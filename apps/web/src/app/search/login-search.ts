import {
  type ProviderError,
  providerErrorSchema,
  safeReturn,
  type SignInProblem,
  signInProblemSchema,
} from "@swath/contract/identity";
import { z } from "zod";

/** A number is read as one, as any in an address. */
const referenceSchema = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w.:-]{1,64}$/));

/** Why a sign-in came to nothing, as far as the address says it in words of ours. */
export interface SignInTrouble {
  readonly problem: SignInProblem;
  /** The identity provider's word for it. */
  readonly error?: ProviderError;
  /** By which the line of the server's log is found. */
  readonly reference?: string;
}

function troubleOf(search: Readonly<Record<string, unknown>>): Partial<SignInTrouble> {
  const { data: problem } = signInProblemSchema.safeParse(search["problem"]);
  if (problem === undefined) return {};
  const { data: error } = providerErrorSchema.safeParse(search["error"]);
  const { data: reference } = referenceSchema.safeParse(search["reference"]);
  return {
    problem,
    ...(error === undefined ? {} : { error }),
    ...(reference === undefined ? {} : { reference }),
  };
}

/** Where to go once signed in, and what went wrong before; anything else of the address is left out. */
export function readLoginSearch(
  search: Readonly<Record<string, unknown>>,
): Partial<SignInTrouble> & { returnTo?: string } {
  return {
    ...(search["returnTo"] === undefined ? {} : { returnTo: safeReturn(search["returnTo"]) }),
    ...troubleOf(search),
  };
}
