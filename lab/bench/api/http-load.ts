import { Agent, get } from "node:http";
import { figuresOf, type Figures } from "./figures.ts";

/** A server and the token to call it with. */
export interface Target {
  readonly origin: string;
  readonly token: string;
}

interface Reply {
  readonly status: number;
  readonly tag: string | undefined;
}

export function openCaller({ origin, token }: Target, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call = (path: string, tag?: string): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(tag === undefined ? {} : { "if-none-match": tag }),
      };
      get(origin + path, { agent, headers }, (reply) => {
        reply.resume();
        reply.on("error", reject);
        reply.on("end", () => resolve({ status: reply.statusCode ?? 0, tag: reply.headers.etag }));
      }).on("error", reject);
    });
  return { call, close: () => agent.destroy() };
}

/** Calls the paths in turn over some connections, each as soon as the one before is answered. */
export async function loadHttp(
  target: Target,
  paths: readonly string[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Figures> {
  const { call, close } = openCaller(target, connections);
  const taken: number[] = [];
  let next = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  const connection = async (): Promise<void> => {
    while (performance.now() < until) {
      const path = paths[next++ % paths.length]!;
      const begun = performance.now();
      const { status } = await call(path);
      if (status !== 200) throw new Error(`${path} was answered ${status}`);
      taken.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  close();
  return figuresOf(taken, (performance.now() - started) / 1_000);
}
