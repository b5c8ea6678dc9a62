import { AppError, type ErrorCode, errorBodySchema } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import { pathOf, type ReplyOf, type Endpoint } from "@swath/contract/endpoint";
import { buildHttp } from "./build-http.ts";
import { createLog } from "../log.ts";
import { serveOn } from "./serve-endpoints.ts";
import { recordServe, type RecordedRequest, testIdentity } from "./testing/recorded-serve.ts";
import { type ServeSubject, serveSuite } from "./testing/serve-suite.ts";

serveSuite("an endpoint without HTTP", async () => recordServe());

/** The bearer of these tests is the identity itself. */
const authenticate = async (header: string | undefined): Promise<Identity> =>
  JSON.parse(Buffer.from(header ?? "", "base64").toString()) as Identity;

async function overHttp(): Promise<ServeSubject> {
  const app = await buildHttp({
    log: createLog({ level: "silent", name: "test" }),
    release: "0",
    publicUrl: new URL("http://localhost"),
    webFolder: "/nowhere",
    connect: [],
    trustProxy: false,
  });
  const ask = async <R extends Endpoint>(called: R, request: RecordedRequest = {}) => {
    const { params = {}, query = {}, body, identity = testIdentity("crew") } = request;
    const reply = await app.inject({
      method: called.method,
      url: `/api/${called.services[0]}${pathOf(called.path, params as Record<string, string>)}`,
      query: query as Record<string, string>,
      headers: { authorization: Buffer.from(JSON.stringify(identity)).toString("base64") },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    if (reply.statusCode >= 400) {
      const { code, message } = errorBodySchema.parse(reply.json());
      throw new AppError(code as ErrorCode, message);
    }
    const answered = (reply.body === "" ? undefined : reply.json()) as ReplyOf<R>;
    return { reply: answered, headers: reply.headers as Record<string, string> };
  };
  return { serve: serveOn(app, { authenticate }), ask };
}

serveSuite("an endpoint over HTTP", overHttp);
