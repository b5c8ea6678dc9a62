import { expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";

const NAMES = Object.entries<Endpoint>(endpoints);
const FOREIGN = "nobody declared this";

/** Whether a shape refuses a property that it does not declare, whatever else it finds. */
function refusesForeign(shape: z.ZodType): boolean {
  if (shape instanceof z.ZodDiscriminatedUnion)
    return shape.options.every((option) => refusesForeign(option as z.ZodType));
  const { error } = shape.safeParse({ [FOREIGN]: 1 });
  const issues = JSON.stringify(error?.issues ?? []);
  return issues.includes("unrecognized_keys") && issues.includes(FOREIGN);
}

test.each(NAMES.filter(([, { body }]) => body !== undefined))(
  "the body of %s takes no property that is not declared",
  (_, { body }) => {
    expect(refusesForeign(body!)).toBe(true);
  },
);

test.each(NAMES.filter(([, { query }]) => query !== undefined))(
  "the query of %s takes no field that is not declared",
  (_, { query }) => {
    expect(refusesForeign(query!)).toBe(true);
  },
);

test.each(NAMES.filter(([, { form }]) => form !== undefined))(
  "the form of %s takes no field that is not declared",
  (_, { form }) => {
    expect(refusesForeign(form!.fields)).toBe(true);
  },
);
