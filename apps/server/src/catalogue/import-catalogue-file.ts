import { readFile } from "node:fs/promises";
import { AppError } from "@swath/contract/errors";
import type { Db } from "../platform/postgres/schema.ts";
import { parseCatalogue, type CatalogueFault } from "./catalogue-faults.ts";
import { importCatalogue, type ImportCounts } from "./import-catalogue.ts";

export type FileImport =
  | { readonly ok: true; readonly counts: ImportCounts }
  /** One line for each bad row; nothing was imported. */
  | { readonly ok: false; readonly lines: readonly string[] };

const linesOf = (faults: readonly CatalogueFault[]): string[] =>
  faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));

/** Imports a catalogue file (JSON as `catalogueSchema`), all of it or nothing. */
export async function importCatalogueFile(db: Db, path: string): Promise<FileImport> {
  let text: string;
  let value: unknown;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    return { ok: false, lines: [`cannot read ${path}: ${(error as Error).message}`] };
  }
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, lines: [`${path} is not JSON: ${(error as Error).message}`] };
  }
  const parsed = parseCatalogue(value);
  if (!parsed.ok) return { ok: false, lines: linesOf(parsed.faults) };
  try {
    return { ok: true, counts: await importCatalogue(db, parsed.catalogue) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = (error.details["faults"] ?? []) as CatalogueFault[];
    return { ok: false, lines: linesOf(faults) };
  }
}
