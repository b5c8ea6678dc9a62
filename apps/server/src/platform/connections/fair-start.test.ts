import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { fairStart } from "./fair-start.ts";

interface Asked {
  readonly url: string;
  readonly address?: string;
  readonly token?: string;
  readonly destroyed?: boolean;
}

/** A listener whose turns of the event loop are taken by hand, and what it has started. */
function turns() {
  const started: string[] = [];
  const scheduled: (() => void)[] = [];
  const listen = fairStart(
    ({ url = "" }) => void started.push(url),
    () => new Promise((run) => scheduled.push(run)),
  );
  const ask = ({ url, address = "a", token, destroyed = false }: Asked): void =>
    listen(
      {
        url,
        headers: { authorization: token },
        socket: { remoteAddress: address, destroyed },
      } as IncomingMessage,
      {} as ServerResponse,
    );
  /** Runs what one turn of the event loop would; answers what it started. */
  const turn = async (): Promise<string[]> => {
    const from = started.length;
    for (const run of scheduled.splice(0)) run();
    await setImmediate();
    return started.slice(from);
  };
  return { ask, started, turn };
}

describe("requests", () => {
  test("connection/C8 a request that comes alone starts at once, the next in the next turn", async () => {
    const { ask, started, turn } = turns();
    ask({ url: "/1" });
    expect(started).toEqual(["/1"]);
    ask({ url: "/2" });
    ask({ url: "/3" });
    expect(started).toEqual(["/1"]);
    expect(await turn()).toEqual(["/2"]);
    expect(await turn()).toEqual(["/3"]);
    expect(await turn()).toEqual([]);
    ask({ url: "/4" });
    expect(started).toEqual(["/1", "/2", "/3", "/4"]);
  });

  test("connection/C8 many of one caller let another's through, by address and by token", async () => {
    const { ask, turn } = turns();
    for (let n = 0; n < 300; n += 1) ask({ url: `/many-${n}`, token: "t" });
    ask({ url: "/other-address", address: "b", token: "t" });
    ask({ url: "/other-token", token: "u" });
    expect([await turn(), await turn(), await turn(), await turn()].flat()).toEqual([
      "/many-1",
      "/other-address",
      "/other-token",
      "/many-2",
    ]);
  });

  test("connection/C8 probes do not wait", () => {
    const { ask, started } = turns();
    for (const url of ["/1", "/2", "/readyz", "/healthz"]) ask({ url });
    expect(started).toEqual(["/1", "/readyz", "/healthz"]);
  });

  test("connection/C8 a request whose connection is gone by its turn is not handled", async () => {
    const { ask, turn } = turns();
    ask({ url: "/1" });
    ask({ url: "/gone", destroyed: true });
    ask({ url: "/2" });
    expect(await turn()).toEqual([]);
    expect(await turn()).toEqual(["/2"]);
  });
});
