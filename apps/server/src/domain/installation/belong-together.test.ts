import { expect, test } from "vitest";
import { judgeIdentities, type Identities } from "./belong-together.ts";

const NONE: Identities = {
  folder: undefined,
  store: undefined,
  database: undefined,
  isUsed: false,
};
const judge = (some: Partial<Identities>) => judgeIdentities({ ...NONE, ...some });

test.for([
  { folder: "a", store: "b" },
  { folder: "a", database: "b" },
  { store: "a", database: "b" },
])("I1 parts of two installations do not start: %o", (some) => {
  expect(judge({ ...some, isUsed: true })).toEqual({ kind: "apart" });
  expect(judge({ ...some, isUsed: false })).toEqual({ kind: "apart" });
});

test.for([{ folder: "a" }, { store: "a" }, { folder: "a", store: "a" }])(
  "I2 an unused database does not take the place of the one that is missing: %o",
  (some) => {
    expect(judge(some)).toEqual({ kind: "new database", id: "a" });
  },
);

test("I3 an installation of an earlier release, and each part that lacks it, gets an identity", () => {
  expect(judge({})).toEqual({ kind: "together", id: undefined });
  expect(judge({ isUsed: true })).toEqual({ kind: "together", id: undefined });
  expect(judge({ store: "a", isUsed: true })).toEqual({ kind: "together", id: "a" });
  for (const some of [
    { database: "a" },
    { database: "a", store: "a" },
    { database: "a", folder: "a" },
  ])
    for (const isUsed of [false, true])
      expect(judge({ ...some, isUsed })).toEqual({ kind: "together", id: "a" });
});
