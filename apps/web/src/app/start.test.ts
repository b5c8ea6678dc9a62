import type { Role } from "@swath/contract/identity";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Api } from "../platform/api/api.ts";
import { SAMPLE_CONFIG } from "../platform/config/testing/sample-config.ts";
import { Reauthentication } from "../platform/session/reauthentication.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { prefetching } from "./start.ts";

async function read(outcome: readonly Role[] | "ended", known?: string): Promise<string[]> {
  const session = await sessionOf(outcome);
  const queries = new QueryClient();
  if (known !== undefined) queries.setQueryData(["flights"], known);
  const reauthentication = new Reauthentication();
  const api = {} as Api;
  const asked: string[] = [];
  const { prefetch, read: settled } = prefetching({
    config: SAMPLE_CONFIG,
    session,
    queries,
    api,
    reauthentication,
  });
  prefetch("readFlights", () => ({
    queryKey: ["flights"],
    queryFn: () => {
      asked.push("flights");
      return "read";
    },
  }));
  await settled();
  return asked;
}

test("the query of a page is read before the page is drawn", async () => {
  expect(await read(["base"])).toEqual(["flights"]);
});

test("nothing is read for a person who may not, or who is not signed in", async () => {
  expect(await read([])).toEqual([]);
  expect(await read("ended")).toEqual([]);
});

test("a query that was read is left to its page", async () => {
  expect(await read(["base"], "before")).toEqual([]);
});
