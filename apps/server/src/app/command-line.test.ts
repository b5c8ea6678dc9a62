import { expect, test } from "vitest";
import { runCommand } from "./command-line.ts";

const COMMANDS = [
  "serve",
  "work",
  "migrate",
  "import",
  "archive",
  "export",
  "audit",
  "stages",
  "config",
  "rotate-keys",
  "revoke-key",
  "adopt",
  "backup",
  "restore",
  "verify",
  "token",
];

function refuse(): never {
  throw new Error("something else was done");
}

test.each(COMMANDS)(
  "swath %s --help says how it is called, and does nothing else",
  async (name) => {
    const printed: string[] = [];
    const code = await runCommand([name, "--help"], {
      environment: new Proxy({}, { get: refuse }),
      print: (line) => void printed.push(line),
      printError: refuse,
      stopped: Promise.resolve(),
    });
    expect(code).toBe(0);
    expect(printed.join("\n")).toContain(`swath ${name}`);
  },
);

test.each([
  ["serve", "--worker"],
  ["work", "now"],
  ["export", "to", "--plian"],
  ["audit", "check"],
  ["toString"],
  [],
])("wrong words, %s %s, are refused with the usage", async (...words: string[]) => {
  const lines: string[] = [];
  const code = await runCommand(words, {
    environment: new Proxy({}, { get: refuse }),
    print: refuse,
    printError: (line) => void lines.push(line),
    stopped: Promise.resolve(),
  });
  expect(code).toBe(2);
  expect(lines[0]).toBe("Usage:");
});
