import { installPeers } from "../upload/peers.ts";
import { LINK_ROWS } from "./link-rows.ts";
import { storeOf, SYSTEMS } from "./orders.ts";
import { runRow, type RowTaken } from "./run-row.ts";

const NAMES = {
  swath: "Swath, chosen to DATA_READY",
  tus: "Uppy with tus",
  curl: "curl, one connection",
  six: "six connections, pieces of 6 MB",
  "swath-s3": "Swath to S3",
  "cli-s3": "swath upload to S3, no browser",
  "uppy-s3": "Uppy to S3",
  rclone: "rclone copy to S3",
  aws: "aws s3 cp to S3",
} as const;
const WIDTHS = [34, 12, 14, 18, 0];
const MB = 1_000_000;

const cells = (texts: readonly string[]): string =>
  `  ${texts.map((text, i) => text.padEnd(WIDTHS[i]!)).join("")}`;

function printRow(name: string, { bytes, sent }: RowTaken): void {
  console.log(`\n${name} (${(bytes / MB).toFixed(1)} MB)`);
  console.log(cells(["", "time", "bytes", "on the wire", "Swath / it"]));
  for (const { system, seconds, wireBytes } of sent) {
    const ours = storeOf(system) === "s3" ? "swath-s3" : "swath";
    const own = sent.find((other) => other.system === ours)?.seconds;
    const time = seconds === undefined ? "never" : `${seconds.toFixed(1)} s`;
    const pace = seconds === undefined ? "–" : `${(bytes / MB / seconds).toFixed(2)} MB/s`;
    const wire = `${(wireBytes / MB).toFixed(1)} MB (${(wireBytes / bytes).toFixed(2)})`;
    const ratio = own === undefined || seconds === undefined ? "–" : (seconds / own).toFixed(2);
    console.log(cells([NAMES[system], time, pace, wire, ratio]));
  }
}

/**
 * `npm run bench -- links [ROW…] [SYSTEM…]`: the same bytes over poor links, by Swath, its peers and
 * plain connections; all rows and systems without words. A ratio above 1 means that Swath was faster.
 */
export async function benchLinks(words: readonly string[]): Promise<void> {
  const unknown = words.filter((word) => !(word in LINK_ROWS || word in NAMES));
  if (unknown.length > 0) throw new Error(`rows: ${Object.keys(LINK_ROWS).join(", ")}`);
  const rows = Object.entries(LINK_ROWS).filter(
    ([name]) => words.includes(name) || !words.some((word) => word in LINK_ROWS),
  );
  const systems = SYSTEMS.filter(
    (system) => words.includes(system) || !words.some((word) => word in NAMES),
  );
  installPeers();
  for (const [, row] of rows) printRow(row.name, await runRow(row, systems));
}
