import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT } from "./exit-codes.ts";
import { runProgram } from "./program.ts";

let server: Server;
let origin: string;
let folder: string;
const heard: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "swath-program-"));
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const services = { main: "/m", processing: "/p", "terrain-mapper": "/t", orchestration: "/o" };
    const deviceSignIn = { issuer: `${origin}/idp`, clientId: "programs", scope: "openid" };
    response.end(JSON.stringify({ services, deviceSignIn, companions: [] }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function run(...words: string[]) {
  const said: string[] = [];
  const printed: string[] = [];
  const exit = await runProgram(words, {
    print: (text) => void printed.push(text),
    environment: { XDG_CONFIG_HOME: folder, SWATH_SERVER: origin },
    terminal: {
      isInteractive: false,
      say: (text) => void said.push(text),
      show: () => undefined,
      confirm: async () => false,
    },
  });
  return { exit, text: said.join("\n"), printed: printed.join("\n") };
}

test.each([
  ["upload", "FL000123_045"],
  ["receipt", "FL000123_045"],
  ["compare", "FL000123_045"],
  ["verify", "FL000123_045"],
  ["download", "FL000123_045", "--to", "."],
])(
  "%s without a sign-in and without a terminal ends at once, and says how to sign in",
  async (...words) => {
    heard.length = 0;
    const { exit, text } = await run(...words);
    expect(exit).toBe(EXIT.signIn);
    expect(text).toContain(`swath login --server ${origin}`);
    expect(heard).toEqual(["GET /config.json"]);
  },
);

test.each(["upload", "receipt", "compare", "verify", "download", "login", "logout"])(
  "%s says how it is called, and does nothing else",
  async (name) => {
    heard.length = 0;
    for (const words of [
      [name, "--help"],
      [name, "F", "-h"],
      ["help", name],
    ]) {
      const { exit, text, printed } = await run(...words);
      expect({ exit, text }).toEqual({ exit: EXIT.ready, text: "" });
      expect(printed).toContain(`\n  swath ${name} `);
      expect(printed).toContain("--server URL");
      for (const other of ["upload", "logout"].filter((word) => word !== name))
        expect(printed).not.toContain(`swath ${other}`);
    }
    expect(heard).toEqual([]);
  },
);

test("help without a command names them all", async () => {
  const { exit, printed } = await run("--help");
  expect(exit).toBe(EXIT.ready);
  for (const name of ["upload", "receipt", "compare", "verify", "download", "login", "logout"])
    expect(printed).toContain(`\n  swath ${name} `);
});
