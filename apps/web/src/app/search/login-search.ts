import { safeReturn } from "@swath/contract/identity";

const PROBLEMS = ["expired", "failed"] as const;
/** Why the server sent someone back to sign in again. */
export type SignInProblem = (typeof PROBLEMS)[number];

/** Where to go once signed in, and what went wrong before; anything else of the address is left out. */
export function readLoginSearch(search: Readonly<Record<string, unknown>>): {
  returnTo?: string;
  problem?: SignInProblem;
} {
  const problem = PROBLEMS.find((name) => name === search["problem"]);
  return {
    ...(search["returnTo"] === undefined ? {} : { returnTo: safeReturn(search["returnTo"]) }),
    ...(problem === undefined ? {} : { problem }),
  };
}
