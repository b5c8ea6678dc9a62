import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tokenOf } from "../../../e2e/api.ts";
import {
  freePort,
  Process,
  ready,
  removeFolder,
  ROOT,
  temporaryFolder,
} from "../../../e2e/swath.ts";
import { neverRead, scriptOf } from "./never-readers.ts";
import { hostileBodies } from "./hostile-bodies.ts";
import { postBody } from "./post-body.ts";
import { manifestAddress, preparingUpload } from "./preparing-upload.ts";
import { costOf, type Cost, residentMegabytes, type WatchedServer } from "./watched-server.ts";

/** The bounds that the product promises (docs/security.md). */
const MOST_TURN_MS = 100;
const MOST_MEGABYTES = 200;
function print(name: string, outcome: string, { seconds, turnMs, megabytes }: Cost): void {
  const over = turnMs > MOST_TURN_MS || megabytes > MOST_MEGABYTES ? "  over the bounds" : "";
  console.log(
    `${name.padEnd(48)} ${outcome.padEnd(22)} ${seconds.toFixed(1).padStart(6)} s ` +
      `${turnMs.toFixed(0).padStart(6)} ms ${megabytes.toFixed(0).padStart(6)} MB${over}`,
  );
}

/** What connections that read nothing cost, and how long somebody else waits meanwhile. */
async function measureReaders(server: WatchedServer): Promise<void> {
  const { origin } = server;
  const authorization = `Bearer ${tokenOf(server, "crew")}`;
  const script = await scriptOf(origin);
  const rows = [
    ["nobody", "/readyz", 0, {}],
    ["300 that ask for 16 scripts each, read none", script, 16, {}],
    ["300 that ask for 30 scripts each, read none", script, 30, {}],
    [
      "300 that ask for 16 pages of flights each",
      "/api/main/flights?page=1",
      16,
      { authorization },
    ],
  ] as const;
  for (const [name, path, ahead, headers] of rows) {
    let waited = 0;
    const cost = await costOf(server, async () => {
      waited = await neverRead(origin, path, ahead, headers);
    });
    print(name, `/readyz ${waited.toFixed(0)} ms`, cost);
    await sleep(2_000);
  }
}

const SOAK_ROUNDS = 10;
/** After a round: connections are closed by then, and the collector has run. */
const SETTLE_MS = 10_000;

/** The worst of the readers again and again: whether others still wait as long, and memory stays flat. */
async function soakReaders(server: WatchedServer): Promise<void> {
  const script = await scriptOf(server.origin);
  for (let round = 1; round <= SOAK_ROUNDS; round++) {
    const waited = await neverRead(server.origin, script, 30);
    await sleep(SETTLE_MS);
    const left = residentMegabytes(server.pid).toFixed(0);
    console.log(
      `round ${round}: /readyz at most ${waited.toFixed(0)} ms, then ${left} MB resident`,
    );
  }
}

async function measureBodies(server: WatchedServer): Promise<void> {
  const token = tokenOf(server, "crew");
  const { upload, heartbeats } = await preparingUpload(server, token);
  try {
    print("nothing", "", await costOf(server, () => sleep(5_000)));
    const url = manifestAddress(server, upload);
    for (const { name, text } of hostileBodies(upload)) {
      const bytes = Buffer.from(text);
      let outcome = "";
      const cost = await costOf(server, async () => {
        const answer = await postBody(url, token, bytes).catch((error: unknown) => error);
        outcome = answer instanceof Error ? answer.message : String(answer);
      });
      print(name, outcome, cost);
      await sleep(2_000);
    }
  } finally {
    heartbeats.stop();
  }
}

/**
 * What the largest and the worst manifests (`bodies`) and connections that read nothing (`readers`, and
 * ten rounds of them, `soak`) cost a server: longest turn of its event loop, memory.
 */
export async function benchLimits(rows: readonly string[] = []): Promise<void> {
  const data = temporaryFolder("bench-limits");
  const port = await freePort();
  const env = {
    PORT: String(port),
    SWATH_DATA: data,
    SWATH_LOG_LEVEL: "warn",
    BENCH_PROBE: join(data, "turns"),
  };
  const words = [
    "--import",
    join(ROOT, "lab/bench/limits/loop-probe.ts"),
    "apps/server/src/main.ts",
  ];
  const started = new Process([...words, "serve"], env);
  try {
    const origin = `http://localhost:${port}`;
    await ready(origin, started);
    const server = { origin, env, pid: started.pid };
    const isAsked = (row: string): boolean => rows.length === 0 || rows.includes(row);
    if (isAsked("bodies")) await measureBodies(server);
    if (isAsked("readers")) await measureReaders(server);
    if (isAsked("soak")) await soakReaders(server);
  } finally {
    await started.end();
    removeFolder(data);
  }
}
