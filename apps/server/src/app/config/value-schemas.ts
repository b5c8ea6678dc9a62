import { z } from "zod";
import { StartProblem } from "../start-problem.ts";

/** What is wrong with a variable of the environment. */
export interface SettingFault {
  readonly name: string;
  /** Undefined where it is not set, or secret. */
  readonly value: string | undefined;
  /** Follows the name in a sentence. */
  readonly reason: string;
}

/** A configuration with which the program does not start. */
export class InvalidConfig extends StartProblem {
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[], message?: string) {
    const listed = faults.map(({ name, reason }) => `${name} ${reason}`).join("; ");
    super(message ?? `The configuration is not valid: ${listed}.`);
    this.faults = faults;
  }
}

/** What the reference says of a variable, beside its schema. */
export interface SettingFacts {
  readonly about: string;
  /** The default in words, where the schema has none to show. */
  readonly otherwise?: string;
  /** The variable that makes this one necessary, with `=value` where only that value does. */
  readonly neededWith?: string;
  /** Never shown; may come from a file. */
  readonly isSecret?: boolean;
}

const facts = new WeakMap<z.ZodType, SettingFacts>();

/** Declares a variable of the environment. */
export function setting<S extends z.ZodType>(
  schema: S,
  about: string,
  more: Omit<SettingFacts, "about"> = {},
): S {
  // Several variables share a schema.
  const own = schema.clone();
  facts.set(own, { about, ...more });
  return own;
}

/** What was declared of a variable. */
export function factsOf(schema: z.ZodType): SettingFacts {
  const found = facts.get(schema);
  if (found === undefined) throw new Error("a variable is not declared by setting()");
  return found;
}

/** The value of a variable that is there by then: `neededWith` says when. */
export function required<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
  name: keyof Values & string,
): string {
  const value = values[name];
  if (typeof value === "string") return value;
  throw new Error(`${name} is missing`);
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

const SIZE = /^(\d+(?:\.\d+)?) ?(B|KB|MB|GB|TB|PB)$/i;
const SIZE_UNITS = ["B", "KB", "MB", "GB", "TB", "PB"];

/** An amount of bytes with its unit, each 1000 of the one before: `900 TB`, `1.5 PB`. */
export const byteSize = z.string().transform((text, issues): number => {
  const [, digits = "", unit = ""] = SIZE.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(digits) * 1000 ** SIZE_UNITS.indexOf(unit.toUpperCase()));
  if (digits === "" || bytes < 1 || !Number.isSafeInteger(bytes)) {
    issues.addIssue({ code: "custom", message: "must be an amount with its unit, such as 900 TB" });
    return z.NEVER;
  }
  return bytes;
});
