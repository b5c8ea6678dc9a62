// A process of its own, so that what it does is not measured as the viewers' waiting.
import { setTimeout as sleep } from "node:timers/promises";
import { hostileBodies, type Preparing } from "../limits/hostile-bodies.ts";
import { postBody } from "../limits/post-body.ts";
import { holdConnections } from "./slow-connections.ts";

/** What `bench-soak.ts` hands over in `BENCH_HOSTILE`. */
export interface HostileTask {
  readonly origin: string;
  readonly token: string;
  readonly upload: Preparing;
  readonly url: string;
  readonly seconds: number;
  readonly connections: number;
  readonly manifestsAMinute: number;
}

const task = JSON.parse(process.env["BENCH_HOSTILE"] ?? "") as HostileTask;
const until = performance.now() + task.seconds * 1_000;
const connections = holdConnections(new URL(task.origin), task.connections);
const bodies = [...hostileBodies(task.upload)]
  .filter(({ name }) => !name.includes("(legal)"))
  .map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
const outcomes = new Map<string, number>();
const posts: Promise<void>[] = [];

async function post({ name, bytes }: { name: string; bytes: Buffer }): Promise<void> {
  const outcome = await postBody(task.url, task.token, bytes).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  const key = `${name}: ${outcome}`;
  outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
}

const begun = performance.now();
for (let n = 0; performance.now() < until; n += 1) {
  posts.push(post(bodies[n % bodies.length]!));
  const next = begun + ((n + 1) * 60_000) / task.manifestsAMinute;
  await sleep(Math.max(0, next - performance.now()));
}
await Promise.all(posts);
console.log(`${connections.opened()} slow connections opened`);
for (const [outcome, count] of outcomes) console.log(`${String(count).padStart(5)} × ${outcome}`);
connections.stop();
process.exit();
