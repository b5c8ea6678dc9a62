import type { ReplyOf, Endpoint } from "@swath/contract/endpoint";
import { type EndpointName, endpoints } from "@swath/contract/endpoints";
import type { Api, ApiRequest, NamedFile, Page } from "../api.ts";

interface Call {
  readonly name: EndpointName;
  readonly request: ApiRequest<Endpoint>;
}

/** Answers of a fake by endpoint; a list answers with its page. */
export type FakeAnswers = Partial<Record<EndpointName, (call: Call) => unknown>>;

export interface FakeApi extends Api {
  readonly calls: readonly Call[];
}

/** An Api that answers from functions; an endpoint without one is a fault of the test. */
export function fakeApi(answers: FakeAnswers): FakeApi {
  const calls: Call[] = [];
  const answer = async (
    endpoint: Endpoint,
    request: ApiRequest<Endpoint> = {},
  ): Promise<unknown> => {
    const name = (Object.keys(endpoints) as EndpointName[]).find(
      (key) => endpoints[key] === endpoint,
    );
    const respond = name === undefined ? undefined : answers[name];
    if (name === undefined || respond === undefined)
      throw new Error(`no answer for ${endpoint.path}`);
    calls.push({ name, request });
    return respond({ name, request });
  };
  return {
    calls,
    call: async <R extends Endpoint>(endpoint: R, request?: ApiRequest<R>) =>
      (await answer(endpoint, request)) as ReplyOf<R>,
    list: async <R extends Endpoint>(endpoint: R, request?: ApiRequest<R>) =>
      (await answer(endpoint, request)) as Page<ReplyOf<R>>,
    file: async (endpoint, request) => (await answer(endpoint, request)) as NamedFile,
  };
}
