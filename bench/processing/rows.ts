import type { Row } from "./row.ts";

/** The rows of `npm run bench -- processing [ROW …]`, each in a file of its own. */
export const ROWS: Readonly<Record<string, Row>> = {};
