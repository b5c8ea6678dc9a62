import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

const MOST_OF_NAME = 64;

/** Tells people which machine sends, and one run of the program from the next. */
export function newFingerprint(machine = hostname()): string {
  const name = machine.replaceAll(/[^\w-]/g, "_").slice(0, MOST_OF_NAME);
  return `swath-cli-${name}-${randomBytes(8).toString("hex")}`;
}
