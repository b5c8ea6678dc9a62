import { fileURLToPath } from "node:url";

/** Measures are PDF points, 72 to the inch. */
export const PAGE = {
  size: "A4",
  margins: { top: 64, bottom: 64, left: 60, right: 60 },
} as const;

export const COLOUR = {
  ink: "#172033",
  quiet: "#4d5a70",
  blue: "#12305c",
  yellow: "#ffc629",
  line: "#cfd6e2",
  tint: "#eef2f8",
} as const;

/** The typefaces, by their names in the document. */
export const FACE = { plain: "Plain", strong: "Strong", stress: "Stress", code: "Code" } as const;
export const FONT_FILES: Readonly<Record<(typeof FACE)[keyof typeof FACE], string>> = {
  Plain: fileURLToPath(
    import.meta.resolve("@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff"),
  ),
  Strong: fileURLToPath(
    import.meta.resolve("@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff"),
  ),
  Stress: fileURLToPath(
    import.meta.resolve("@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-italic.woff"),
  ),
  Code: fileURLToPath(
    import.meta.resolve("@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff"),
  ),
};

export const BODY_SIZE = 10;
export const LINE_GAP = 2;

const UNKNOWN = /[^\n\u0020-\u007E\u00A0-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026]/u;

/** The text itself; throws where it has a character that the typefaces lack. */
export function readable(text: string): string {
  const [unknown] = UNKNOWN.exec(text) ?? [];
  if (unknown === undefined) return text;
  throw new Error(`the user guide cannot write ${JSON.stringify(unknown)} in ${text.slice(0, 60)}`);
}
