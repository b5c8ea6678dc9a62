import {
  PROVIDER_ERRORS,
  type ProviderError,
  safeReturn,
  SIGN_IN_PROBLEMS,
  type SignInProblem,
} from "@swath/contract/identity";
import { addressTextOf, wordOf } from "@swath/contract/read-value";

const REFERENCE = /^[\w.:-]{1,64}$/;

/** Why a sign-in came to nothing, as far as the address says it in words of ours. */
export interface SignInTrouble {
  readonly problem: SignInProblem;
  /** The identity provider's word for it. */
  readonly error?: ProviderError;
  /** By which the line of the server's log is found. */
  readonly reference?: string;
}

function troubleOf(search: Readonly<Record<string, unknown>>): Partial<SignInTrouble> {
  const problem = wordOf(search["problem"], SIGN_IN_PROBLEMS);
  if (problem === undefined) return {};
  const error = wordOf(search["error"], PROVIDER_ERRORS);
  const reference = addressTextOf(search["reference"], REFERENCE);
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
