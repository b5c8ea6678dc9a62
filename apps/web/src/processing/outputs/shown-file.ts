import { type AttemptFile, PLACES_FILE } from "@swath/contract/processing";

type Shape = "places" | "picture" | "page" | "text";

const SVG = "image/svg+xml";
const PICTURES: Readonly<Record<string, string>> = {
  svg: SVG,
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

const endingOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1).toLowerCase();

/** A picture's media type by its name; undefined where browsers do not draw it. */
export const pictureType = (path: string): string | undefined => PICTURES[endingOf(path)];

/** Whether a picture is made of lines and letters, sharp at any size. */
export const isVector = (path: string): boolean => pictureType(path) === SVG;

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
  const name = stemOf(path.slice(path.lastIndexOf("/") + 1));
  const words = name.replaceAll(/[-_]+/g, " ").trim();
  if (words === "") return path;
  // Short names are abbreviations: `qa`, `eo`.
  return words.length <= LONGEST_ABBREVIATION
    ? words.toUpperCase()
    : words.charAt(0).toUpperCase() + words.slice(1);
}
