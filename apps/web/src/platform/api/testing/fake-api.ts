import type { ReplyOf, Route } from "@swath/contract/route";
import { type RouteName, routes } from "@swath/contract/routes";
import type { Api, ApiRequest, NamedFile, Page } from "../api.ts";

interface Call {
  readonly name: RouteName;
  readonly request: ApiRequest<Route>;
}

/** Answers of a fake by route; a list answers with its page. */
export type FakeAnswers = Partial<Record<RouteName, (call: Call) => unknown>>;

export interface FakeApi extends Api {
  readonly calls: readonly Call[];
}

/** An Api that answers from functions; a route without one is a fault of the test. */
export function fakeApi(answers: FakeAnswers): FakeApi {
  const calls: Call[] = [];
  const answer = async (route: Route, request: ApiRequest<Route> = {}): Promise<unknown> => {
    const name = (Object.keys(routes) as RouteName[]).find((key) => routes[key] === route);
    const respond = name === undefined ? undefined : answers[name];
    if (name === undefined || respond === undefined) throw new Error(`no answer for ${route.path}`);
    calls.push({ name, request });
    return respond({ name, request });
  };
  return {
    calls,
    call: async <R extends Route>(route: R, request?: ApiRequest<R>) =>
      (await answer(route, request)) as ReplyOf<R>,
    list: async <R extends Route>(route: R, request?: ApiRequest<R>) =>
      (await answer(route, request)) as Page<ReplyOf<R>>,
    file: async (route, request) => (await answer(route, request)) as NamedFile,
  };
}
