import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { recordEvent } from "../platform/audit/record-event.ts";
import { auditHead, headText, sealAudit } from "../platform/audit/seal-audit.ts";
import { createTestDatabase } from "../platform/postgres/testing.ts";
import { runCommand } from "./command-line.ts";

async function installation() {
  const { db, url, drop } = await createTestDatabase();
  const SWATH_DATA = await mkdtemp(join(tmpdir(), "swath-audit-"));
  onTestFinished(async () => {
    await drop();
    await rm(SWATH_DATA, { recursive: true });
  });
  const run = async (...words: string[]) => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const environment = { DATABASE_URL: url, SWATH_DATA };
    const stopped = new Promise<never>(() => undefined);
    const code = await runCommand(words, { environment, print, printError: print, stopped });
    return { code, lines };
  };
  return { db, run };
}

const record = (db: Awaited<ReturnType<typeof installation>>["db"]) =>
  recordEvent(db, { action: "session.started", actor: "nobody", detail: {} });

test("the audit log is verified by a command, which says what was changed", async () => {
  const { db, run } = await installation();
  expect(await run("audit", "verify")).toMatchObject({ code: 0 });
  await record(db);
  await record(db);
  await sealAudit(db);
  await record(db);
  const head = headText((await auditHead(db))!);
  const whole = await run("audit", "verify", head);
  expect(whole.code).toBe(0);
  expect(whole.lines).toEqual([
    expect.stringMatching(
      /^Checked from entry 1 \(.* UTC\) to entry 2 \(.* UTC\): 2 entries in 1 seals\.$/,
    ),
    expect.stringMatching(/^1 entries wait for their seal, the oldest since .* UTC\.$/),
    `Head: ${head}`,
    "The chain holds.",
  ]);
  await sql`ALTER TABLE audit.events DISABLE TRIGGER USER`.execute(db);
  await sql`UPDATE audit.events SET action = 'view.saved' WHERE id = 2`.execute(db);
  await sql`ALTER TABLE audit.events ENABLE TRIGGER USER`.execute(db);
  const changed = await run("audit", "verify");
  expect(changed.code).toBe(1);
  expect(changed.lines).toContain("WRONG    entry 2 was changed");
});

test("what is no head is refused in a sentence", async () => {
  const { run } = await installation();
  const { code, lines } = await run("audit", "verify", "12");
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringContaining("give NUMBER:SHA256")]);
});
