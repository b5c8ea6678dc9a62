import { bulkRow } from "./bench-bulk.ts";
import { sweepRow } from "./bench-sweep.ts";
import { computeRow } from "./compute.ts";
import { decodingRow } from "./decoding.ts";
import { memoryRow } from "./memory.ts";
import type { Row } from "./row.ts";
import { smrfRow } from "./smrf.ts";
import { stripsRow } from "./strips.ts";

/** The rows of `npm run bench -- processing [ROW …]`, each in a file of its own. */
export const ROWS: Readonly<Record<string, Row>> = {
  decoding: decodingRow,
  strips: stripsRow,
  smrf: smrfRow,
  memory: memoryRow,
  compute: computeRow,
  sweep: sweepRow,
  bulk: bulkRow,
};
