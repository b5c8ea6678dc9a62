import { z } from "zod";

const MAX_PAGE_SIZE = 200;

/** Number of a page, from 1. */
export const pageSchema = z.coerce.number<number>().int().min(1).max(1_000_000).default(1);
/** Rows of a page; -1 means all. */
export const pageSizeSchema = z.coerce
  .number<number>()
  .int()
  .refine((n) => n === -1 || (n >= 1 && n <= MAX_PAGE_SIZE), `must be -1 or 1 to ${MAX_PAGE_SIZE}`);
/** `Name 1` ascending, `Name -1` descending. */
export const sortSchema = z
  .string()
  .regex(/^[A-Za-z]+ -?1$/, "must be a field, a space, and 1 or -1");

/** Paging of the small lists, which are answered whole where no page size is given. */
export const listQuerySchema = z.strictObject({
  page: pageSchema,
  pageSize: pageSizeSchema.default(-1),
  sort: sortSchema.default("Name 1"),
});
