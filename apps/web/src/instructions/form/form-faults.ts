import { instructionFormSchema } from "@swath/contract/instructions";
import { formOf, type InstructionDraft } from "./draft.ts";

/** What is wrong with a field of the form, by the field's name: `siteName`, `products.0.cell`. */
export type FormFaults = ReadonlyMap<string, string>;

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

/** Names of a draft's fields where the form's differ. */
const FIELDS: Readonly<Record<string, string>> = {
  "tileExtents.side": "side",
  "tileExtents.originX": "originX",
  "tileExtents.originY": "originY",
  "tileExtents.bounds.minX": "minX",
  "tileExtents.bounds.minY": "minY",
  "tileExtents.bounds.maxX": "maxX",
  "tileExtents.bounds.maxY": "maxY",
  "tileExtents.bounds": "bounds",
};

const fieldOf = (path: readonly PropertyKey[]): string => {
  const name = path.map(String).join(".");
  if (FIELDS[name] !== undefined) return FIELDS[name];
  if (name.startsWith("tileExtents")) return path.length === 1 ? "bounds" : "tiles";
  return name;
};

/** Fields that hold nothing where their text is empty. */
const isNumber = (field: string): boolean =>
  /^(side|originX|originY|minX|minY|maxX|maxY)$|\.(cell|interval)$/.test(field);

function textOf({ code, message, minimum, maximum }: Issue, field: string): string {
  if (isNumber(field)) {
    if (code === "invalid_type") return "must be a number";
    if (code === "too_small") return `must be at least ${String(minimum)}`;
    if (code === "too_big") return `must be at most ${String(maximum)}`;
  }
  if (field === "products" && code === "too_small") return "needs at least one product";
  if (field === "products" && code === "too_big")
    return `takes at most ${String(maximum)} products`;
  if (field === "tiles" && code === "too_small") return "needs at least one tile";
  if (field === "tiles" && code === "too_big") return `takes at most ${String(maximum)} tiles`;
  return message;
}

const EMPTY = [
  ["projectId", "is required"],
  ["siteName", "is required"],
  ["targetHorizontalDatum", "is required"],
  ["tileNaming", "is required"],
] as const;

/** What the server would refuse of a draft: the contract's own rules, in words for each field. */
export function faultsOf(draft: InstructionDraft): FormFaults {
  const faults = new Map<string, string>();
  for (const [field, message] of EMPTY) if (draft[field].trim() === "") faults.set(field, message);
  const read = instructionFormSchema.safeParse(formOf(draft));
  if (read.success) return faults;
  for (const issue of read.error.issues) {
    const field = fieldOf(issue.path);
    if (!faults.has(field)) faults.set(field, textOf(issue, field));
  }
  return faults;
}
