import { memberName } from "../shared/parameter-names.ts";

/** A member of a record that another person changed. */
export interface ChangedMember {
  readonly name: string;
  /** As it was when the form was opened. */
  readonly before: string;
  readonly now: string;
}

const ABOUT_THE_RECORD = new Set(["_id", "Updated"]);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What differs between a record as a form was opened with it, and as it is now. */
export function changedMembers(before: object, now: object): ChangedMember[] {
  const former: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(now).flatMap(([member, value]) => {
    const was = textOf(former[member]);
    const is = textOf(value);
    if (ABOUT_THE_RECORD.has(member) || was === is) return [];
    return [{ name: memberName(member), before: was, now: is }];
  });
}
