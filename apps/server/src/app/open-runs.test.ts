import { expect, test } from "vitest";
import type { FoundSandbox } from "../platform/compute/find-sandbox.ts";
import { buildHttp } from "../platform/http/build-http.ts";
import { createLog } from "../platform/log.ts";
import { sandboxOf } from "./open-runs.ts";

const FOUND: FoundSandbox = { way: "bubblewrap" };
const NONE: FoundSandbox = { lacks: "bwrap: is not installed" };

test.each([
  ["that there is one", "auto", FOUND, "bubblewrap", "in a sandbox"],
  [
    "that there is none, and what follows",
    "auto",
    NONE,
    "none: bwrap: is not installed; programs of stages run as this server",
    "in no sandbox",
  ],
  [
    "that there is none though one is required",
    "required",
    NONE,
    "none: bwrap: is not installed; every stage is refused",
    "in no sandbox",
  ],
  [
    "that it is off, though there is one",
    "off",
    FOUND,
    "off: SWATH_SANDBOX is off, programs of stages run as this server",
    "in no sandbox",
  ],
] as const)(
  "`/readyz` and the log say of the sandbox %s",
  async (_, sandbox, found, said, logged) => {
    const lines: string[] = [];
    const log = createLog({ level: "info", name: "test" }, { write: (line) => lines.push(line) });
    const compute = { kind: "local", sandbox, folder: "/nowhere/engine", cpus: 1 } as const;
    const words = sandboxOf({ compute, dataFolder: "/nowhere" }, log, () => found);
    const app = await buildHttp({
      log,
      release: "1",
      publicUrl: new URL("http://localhost:4680"),
      webFolder: "/nowhere",
      connect: [],
      remarks: { sandbox: words },
      trustProxy: false,
    });
    expect((await app.inject("/readyz")).json()).toMatchObject({ status: "ok", sandbox: said });
    expect(JSON.parse(lines[0]!)).toMatchObject({ sandbox: said });
    expect(lines[0]).toContain(logged);
    await app.close();
  },
);
