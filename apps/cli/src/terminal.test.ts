import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Says something, and once its input ends more, to whoever still reads it. */
const PROGRAM = `
  import { text } from "node:stream/consumers";
  import { once } from "node:events";
  import { processTerminal } from ${JSON.stringify(join(import.meta.dirname, "terminal.ts"))};
  const terminal = processTerminal();
  terminal.say("Sending");
  await text(process.stdin);
  terminal.say("Sent");
  await once(process.stderr, "error");
  terminal.say("Ready");
  process.exitCode = 7;`;

test("a command goes on though nobody reads any more what it says", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM]);
  await once(child.stderr, "data");
  child.stderr.destroy();
  await once(child.stderr, "close");
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([7, null]);
});
