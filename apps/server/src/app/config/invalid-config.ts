import { StartProblem } from "../start-problem.ts";

/** What is wrong with the environment, as the program says it when it does not start. */
export function invalidConfig(faults: string): StartProblem {
  return new StartProblem(`The configuration is not valid: ${faults}.`);
}

/** A variable that another one makes necessary; throws a {@link StartProblem} where it is not set. */
export function needed<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
  name: keyof Values & string,
  because: string,
): string {
  const value = values[name];
  if (typeof value === "string") return value;
  throw invalidConfig(`${name} is needed ${because}`);
}
