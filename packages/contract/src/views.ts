import { z } from "zod";
import { flightFilters } from "./flights/flight-query.ts";
import type { Permission } from "./identity/roles.ts";
import {
  TERRAIN_MAPPER_PAGE_SIZES,
  processingFilters,
} from "./processing/records/processing-query.ts";
import { endpoint } from "./endpoint.ts";
import { filterTextsSchema } from "./filters.ts";
import { hexIdSchema } from "./ids/id-schemas.ts";

/** The lists that views are kept of, with what a caller needs to see and keep a view of each. */
export const VIEW_LISTS = {
  flights: "readFlights",
  processing: "readProcessings",
  "terrain-mapper": "readTerrainMapper",
} as const satisfies Readonly<Record<string, Permission>>;
export type ViewList = keyof typeof VIEW_LISTS;

const viewListSchema = z.enum(Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]]);

/** What a view keeps of each list: the filters, as the list's address has them, and its page size. */
const VIEW_CONTENTS = {
  flights: { list: z.literal("flights"), filters: filterTextsSchema(flightFilters) },
  processing: { list: z.literal("processing"), filters: filterTextsSchema(processingFilters) },
  "terrain-mapper": {
    list: z.literal("terrain-mapper"),
    filters: filterTextsSchema(processingFilters),
    pageSize: z.literal(TERRAIN_MAPPER_PAGE_SIZES),
  },
} as const;

export const VIEW_NAME_LENGTH = 60;
/** Most views of one list that one person keeps. */
export const MAX_VIEWS = 50;

const named = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(VIEW_NAME_LENGTH)
    .regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u, "must hold no control character"),
  /** Seen by everyone who may read its list; else by its owner alone. */
  shared: z.boolean(),
};

const OF = VIEW_CONTENTS;
const viewBodySchema = z.discriminatedUnion("list", [
  z.strictObject({ ...named, ...OF.flights }),
  z.strictObject({ ...named, ...OF.processing }),
  z.strictObject({ ...named, ...OF["terrain-mapper"] }),
]);
export type ViewBody = z.infer<typeof viewBodySchema>;

type ContentOf<Body> = Body extends ViewBody ? Omit<Body, "name" | "shared"> : never;
/** What a view opens. */
export type ViewContent = ContentOf<ViewBody>;

const owned = {
  ...named,
  /** 24 hex digits. */
  id: z.string(),
  /** Name of the person who made it. */
  owner: z.string(),
  /** Whether that person is the caller. */
  isOwn: z.boolean(),
};

/** A named set of filters of a list. */
const viewSchema = z.discriminatedUnion("list", [
  z.strictObject({ ...owned, ...OF.flights }),
  z.strictObject({ ...owned, ...OF.processing }),
  z.strictObject({ ...owned, ...OF["terrain-mapper"] }),
]);
export type View = z.infer<typeof viewSchema>;

const viewParams = z.object({ viewId: hexIdSchema });

const keeping = { services: ["main"], permission: "keepViews" } as const;
/** The calls of named views. Each also takes the permission of the view's list. */
export const viewEndpoints = {
  listViews: endpoint("GET", "/views", {
    services: ["main"],
    permission: "signedIn",
    summary: "The caller's views of a list and the shared ones, by name",
    query: z.strictObject({ list: viewListSchema }),
    reply: z.array(viewSchema),
  }),
  createView: endpoint("POST", "/views", {
    ...keeping,
    summary: "Keeps a view of a list",
    body: viewBodySchema,
    reply: viewSchema,
  }),
  changeView: endpoint("PUT", "/views/:viewId", {
    ...keeping,
    summary: "Renames, shares or changes a view of the caller's own; its list stays",
    params: viewParams,
    body: viewBodySchema,
    reply: viewSchema,
  }),
  deleteView: endpoint("DELETE", "/views/:viewId", {
    ...keeping,
    summary: "Deletes a view of the caller's own",
    recentSignIn: { of: "keepViews" },
    params: viewParams,
  }),
} as const;
