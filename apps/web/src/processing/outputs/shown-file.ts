import { type AttemptFile, PLACES_FILE, PROPOSAL_FILE } from "@swath/contract/processing";
import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { type AttemptPlace, readAttemptFile } from "../records/attempt-queries.ts";
import { endingOf, pictureOf, pictureType } from "../../ui/picture/picture-file.ts";

/** An attempt's files never change. */
const KEPT = { staleTime: Infinity, gcTime: 120_000 } as const;

/** A preview's content (a vector picture's text), and its pixels where they are known. */
export const pictureQuery = (api: Api, place: AttemptPlace, path: string) => ({
  queryKey: queryKeys.attemptFile({ ...place, path }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const blob = await readAttemptFile(api, { place, path }, signal);
    return pictureOf(path, new Uint8Array(await blob.arrayBuffer()));
  },
  ...KEPT,
});

/** A report's text. */
export const reportQuery = (api: Api, place: AttemptPlace, path: string) => ({
  queryKey: queryKeys.attemptFile({ ...place, path, as: "text" }),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await readAttemptFile(api, { place, path }, signal)).text(),
  ...KEPT,
});

type Shape = "places" | "picture" | "page" | "text";

/** The way to show a file: previews as pictures, HTML reports as pages, other reports as text. */
export function shapeOf({ path, kind }: AttemptFile): Shape | undefined {
  if (path === PLACES_FILE) return "places";
  if (kind === "preview") return pictureType(path) === undefined ? undefined : "picture";
  if (kind !== "report") return undefined;
  return ["html", "htm"].includes(endingOf(path)) ? "page" : "text";
}

const RANK: Readonly<Record<Shape, number>> = { places: 0, picture: 1, page: 2, text: 3 };

/** The files that the page can show: places, pictures, pages, texts, each by name. */
export const shownFiles = (files: readonly AttemptFile[]): readonly AttemptFile[] =>
  files
    .filter((file) => shapeOf(file) !== undefined)
    .toSorted((a, b) => RANK[shapeOf(a)!] - RANK[shapeOf(b)!] || (a.path < b.path ? -1 : 1));

/** A file's path without its ending. */
export const stemOf = (path: string): string => path.replace(/\.[^./]*$/, "");

const LONGEST_ABBREVIATION = 3;

/** A picture's name as people read it: `strip-differences.svg` is `Strip differences`. */
export function captionOf(path: string): string {
  if (path === PLACES_FILE) return "Bounds by place";
  if (path === PROPOSAL_FILE) return "Proposed parameters";
  const name = stemOf(path.slice(path.lastIndexOf("/") + 1));
  const words = name.replaceAll(/[-_]+/g, " ").trim();
  if (words === "") return path;
  // Short names are abbreviations: `qa`, `eo`.
  return words.length <= LONGEST_ABBREVIATION
    ? words.toUpperCase()
    : words.charAt(0).toUpperCase() + words.slice(1);
}
