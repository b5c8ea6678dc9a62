import { type AuditHead, headText } from "../platform/audit/seal-audit.ts";
import {
  type AuditFault,
  type AuditVerification,
  verifyAudit,
} from "../platform/audit/verify-audit.ts";
import { readConfig } from "./config/read-config.ts";
import { withDatabase } from "./open-database.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

function parseHead(text: string): AuditHead {
  const [, number, sha256] = HEAD.exec(text) ?? [];
  if (number === undefined || sha256 === undefined)
    throw new StartProblem(
      `${text} is no head of the audit log: give NUMBER:SHA256 as the log or a backup has it.`,
    );
  return { number: Number(number), sha256, toId: 0 };
}

const ENTRY_FAULTS = {
  changed: "was changed",
  removed: "was removed",
  inserted: "was inserted",
  renamed: "names somebody else",
} as const;
const SEAL_FAULTS = {
  changed: "was changed",
  missing: "is missing",
  "not following": "does not follow the one before",
  "other than the head": "is another one than the head that was given",
} as const;

const faultLine = (fault: AuditFault): string =>
  "id" in fault
    ? `WRONG    entry ${fault.id} ${ENTRY_FAULTS[fault.fault]}`
    : `WRONG    seal ${fault.seal} ${SEAL_FAULTS[fault.fault]}`;

/** More would fill the screen, and say no more. */
const MOST_LINES = 100;

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function extentOf({ seals, entries, from, to }: AuditVerification): string {
  if (seals === 0) return "No entry of the audit log is sealed yet.";
  const [start, end] = [from, to].map((place) =>
    place === undefined ? "a removed entry" : `entry ${place.id} (${minuteOf(place.at)})`,
  );
  return `Checked from ${start} to ${end}: ${entries} entries in ${seals} seals.`;
}

function unsealedLine({ unsealed: { entries, since } }: AuditVerification): string[] {
  if (entries === 0 || since === null) return [];
  return [`${entries} entries wait for their seal, the oldest since ${minuteOf(since)}.`];
}

/** Checks the audit log, against a head that was kept elsewhere too; the exit code is 1 where it is not whole. */
export async function verifyAuditFromCommandLine(
  terminal: Terminal,
  head: string | undefined,
): Promise<number> {
  const known = head === undefined ? undefined : parseHead(head);
  const config = readConfig(terminal.environment);
  let told = 0;
  const tell = (fault: AuditFault): void => {
    if (++told <= MOST_LINES) terminal.printError(faultLine(fault));
  };
  const found = await withDatabase(config, "either", "audit", (db) => verifyAudit(db, tell, known));
  if (told > MOST_LINES) terminal.printError(`and ${told - MOST_LINES} more`);
  terminal.print(extentOf(found));
  for (const line of unsealedLine(found)) terminal.print(line);
  if (found.head !== undefined) terminal.print(`Head: ${headText(found.head)}`);
  terminal.print(found.faults === 0 ? "The chain holds." : `${found.faults} faults.`);
  return found.faults === 0 ? 0 : 1;
}
