import { z } from "zod";
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

/** An address of another server. */
export const address = z.url({
  protocol: /^https?$/,
  hostname: /.+/,
  error: "must be an http(s) URL",
  // What is no address is not checked any further.
  abort: true,
});

/** An address without a path. */
export const origin = address.refine((text) => new URL(text).pathname === "/", "must have no path");

/** The name of a bucket. */
export const bucket = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name");

/** A whole number from 1 on. */
export const count = (most: number) =>
  z.coerce.number({ error: "must be a number" }).int().min(1).max(most);

/** Words by comma. */
export const list = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .transform((text) =>
      text
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    );
