import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { citationsIn, type Citation } from "./citations.ts";

const editSchema = z.strictObject({
  file: z.string(),
  /** Text above `take`, where that stands more than once: its first place behind this text counts. */
  after: z.string().optional(),
  take: z.string().min(1),
  put: z.string(),
});
const guardSchema = z.strictObject({
  test: z.string(),
  title: z.string(),
  edits: z.array(editSchema).min(1),
});

/** A change that takes a part of a guard out: `take` becomes `put`; white space does not count. */
export type Edit = z.infer<typeof editSchema>;

/** A guard: the test that must fail without it, and the edits that take it out. */
export interface Guard extends Citation {
  readonly edits: readonly Edit[];
}

/** The guards of the table `lab/guards/guards.json`. */
export function readGuards(root: string): Guard[] {
  const text = readFileSync(join(root, "lab/guards/guards.json"), "utf8");
  const rows = z.array(guardSchema).parse(JSON.parse(text));
  return rows.map(({ test, title, edits }) => ({ file: test, title, edits }));
}

/** A text without white space, and the place of each of its characters in the text itself. */
function withoutSpace(text: string): { dense: string; places: number[] } {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) if (!/\s/.test(text[at]!)) places.push(at);
  return { dense: places.map((at) => text[at]).join(""), places };
}

const dense = (text: string): string => text.replaceAll(/\s/g, "");

/** The text with an edit made; undefined where what it takes is not there, or there more than once. */
export function edited(text: string, { after, take, put }: Edit): string | undefined {
  const all = withoutSpace(text);
  const above = after === undefined ? 0 : all.dense.indexOf(dense(after));
  if (above < 0) return undefined;
  const wanted = dense(take);
  const from = all.dense.indexOf(wanted, above);
  const isAlone = after !== undefined || all.dense.lastIndexOf(wanted) === from;
  if (from < 0 || !isAlone) return undefined;
  const start = all.places[from]!;
  const end = all.places[from + wanted.length - 1]! + 1;
  return text.slice(0, start) + put + text.slice(end);
}

/** Takes a guard out of a copy of the repository; answers the files changed, or the edit that does not fit. */
export function takeOut(
  copy: string,
  guard: Guard,
): { changed: readonly string[] } | { unfit: Edit } {
  const texts = new Map<string, string>();
  for (const edit of guard.edits) {
    const text = texts.get(edit.file) ?? readFileSync(join(copy, edit.file), "utf8");
    const next = edited(text, edit);
    if (next === undefined) return { unfit: edit };
    texts.set(edit.file, next);
  }
  for (const [file, text] of texts) writeFileSync(join(copy, file), text);
  return { changed: [...texts.keys()] };
}

const same = (a: Citation, b: Citation): boolean => a.file === b.file && a.title === b.title;

/** Tests of the checklist that no guard of the table names, and guards for tests that it does not cite. */
export function unpaired(checklist: string, guards: readonly Guard[]) {
  const cited = citationsIn(checklist);
  return {
    unproven: cited.filter((one) => !guards.some((guard) => same(guard, one))),
    uncited: guards.filter((guard) => !cited.some((one) => same(guard, one))),
  };
}
