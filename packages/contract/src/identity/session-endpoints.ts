import { z } from "zod";
import { pageSchema } from "../filters.ts";
import { endpoint } from "../endpoint.ts";
import { identitySchema } from "./roles.ts";

export const SESSION_PAGE_SIZE = 50;

/** A signed-in browser. */
const sessionSchema = z.object({
  id: z.uuid(),
  /** Browser and system, as the browser names itself. */
  device: z.string(),
  /** Address of its latest renewal. */
  address: z.string(),
  begun: z.iso.datetime(),
  /** Of its latest renewal: an open page renews at least once an hour. */
  lastUsed: z.iso.datetime(),
  /** When it ends, used or not. */
  ends: z.iso.datetime(),
  /** Whether the call's own bearer belongs to it. */
  isCurrent: z.boolean(),
});
export type BrowserSession = z.infer<typeof sessionSchema>;

const personSessionSchema = sessionSchema.extend({ subject: z.string(), name: z.string() });
export type PersonSession = z.infer<typeof personSessionSchema>;

const sessionParams = z.object({ sessionId: z.uuid() });
const endedSchema = z.object({ ended: z.int().nonnegative() });

const own = { services: ["main"], permission: "signedIn" } as const;
const anybodys = { services: ["main"], permission: "endAnySession" } as const;
/** The calls of signed-in browsers: one's own, and for administrators anybody's. */
export const sessionEndpoints = {
  listSessions: endpoint("GET", "/sessions", {
    ...own,
    summary: "The caller's sessions, latest used first",
    reply: z.array(sessionSchema),
  }),
  endSession: endpoint("DELETE", "/sessions/:sessionId", {
    ...own,
    summary: "Ends a session of the caller's own, with its tokens",
    params: sessionParams,
  }),
  endOtherSessions: endpoint("DELETE", "/sessions", {
    ...own,
    summary: "Ends every session of the caller's but the call's own",
    reply: endedSchema,
  }),
  listEverybodysSessions: endpoint("GET", "/administration/sessions", {
    ...anybodys,
    summary: "Everybody's sessions, latest used first; x-total-count holds how many there are",
    query: z.strictObject({
      page: pageSchema,
      /** Part of a name or of a subject. */
      search: z.string().max(200).default(""),
    }),
    reply: z.array(personSessionSchema),
  }),
  endAnySession: endpoint("DELETE", "/administration/sessions/:sessionId", {
    ...anybodys,
    summary: "Ends anybody's session, with its tokens",
    params: sessionParams,
  }),
  endSessionsOfPerson: endpoint("DELETE", "/administration/people/:subject/sessions", {
    ...anybodys,
    summary: "Ends every session of a person",
    params: z.object({ subject: z.string().min(1).max(512) }),
    reply: endedSchema,
  }),
} as const;

/** The call that returns the caller's identity. */
export const identityEndpoints = {
  readIdentity: endpoint("GET", "/identity", {
    ...own,
    summary: "The caller's identity and roles",
    reply: identitySchema,
  }),
} as const;
