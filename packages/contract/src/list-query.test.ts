import { expect, test } from "vitest";
import { listQuerySchema } from "./filters.ts";

test("a small list is answered whole, by name, from its first page", () => {
  expect(listQuerySchema.parse({})).toEqual({ page: 1, pageSize: -1, sort: "Name 1" });
});

test.each([
  { page: "1", pageSize: "1", sort: "Date -1" },
  { page: "1000000", pageSize: "200", sort: "ProjectManager 1" },
  { pageSize: "-1" },
])("%j is a page of a list", (query) => {
  expect(listQuerySchema.safeParse(query).success).toBe(true);
});

test.each([
  [{ page: "0" }, "page"],
  [{ page: "1000001" }, "page"],
  [{ page: "1.5" }, "page"],
  [{ pageSize: "0" }, "must be -1 or 1 to 200"],
  [{ pageSize: "-2" }, "must be -1 or 1 to 200"],
  [{ pageSize: "201" }, "must be -1 or 1 to 200"],
  [{ sort: "Name" }, "must be a field, a space, and 1 or -1"],
  [{ sort: "Name 10" }, "must be a field, a space, and 1 or -1"],
  [{ sort: " Name 1" }, "must be a field, a space, and 1 or -1"],
  [{ sort: "Name; 1" }, "must be a field, a space, and 1 or -1"],
  [{ limit: "1" }, "limit"],
])("%j is none", (query, reason) => {
  const [issue] = listQuerySchema.safeParse(query).error!.issues;
  expect(`${issue!.path.join(".")} ${issue!.message}`).toContain(reason);
});
