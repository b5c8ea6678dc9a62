import { z } from "zod";
import { flightFiltersSchema } from "./flight-filters.ts";
import { route } from "../route.ts";

export const VIEW_NAME_LENGTH = 60;
/** Most views that one person keeps. */
export const MAX_VIEWS = 50;

const viewBodySchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(VIEW_NAME_LENGTH)
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    .regex(/^[^\u0000-\u001f\u007f]*$/, "must hold no control character"),
  /** Seen by everyone who may read flights; else by its owner alone. */
  shared: z.boolean(),
  filters: flightFiltersSchema,
});
export type ViewBody = z.infer<typeof viewBodySchema>;

/** A named set of filters of the flight list. */
const viewSchema = viewBodySchema.extend({
  /** 24 hex digits. */
  id: z.string(),
  /** Name of the person who made it. */
  owner: z.string(),
  /** Whether that person is the caller. */
  isOwn: z.boolean(),
});
export type View = z.infer<typeof viewSchema>;

const viewParams = z.object({
  viewId: z.string().regex(/^[0-9a-f]{24}$/, "must be 24 hex digits"),
});

/** The calls of named views. */
export const viewRoutes = {
  listViews: route("GET", "/views", {
    services: ["main"],
    permission: "readFlights",
    summary: "The caller's views and the shared ones, by name",
    reply: z.array(viewSchema),
  }),
  createView: route("POST", "/views", {
    services: ["main"],
    permission: "keepViews",
    summary: "Keeps a view of the flight list",
    body: viewBodySchema,
    reply: viewSchema,
  }),
  changeView: route("PUT", "/views/:viewId", {
    services: ["main"],
    permission: "keepViews",
    summary: "Renames, shares or changes a view of the caller's own",
    params: viewParams,
    body: viewBodySchema,
    reply: viewSchema,
  }),
  deleteView: route("DELETE", "/views/:viewId", {
    services: ["main"],
    permission: "keepViews",
    summary: "Deletes a view of the caller's own",
    recentSignIn: { of: "keepViews" },
    params: viewParams,
  }),
} as const;
