import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  ReplyOf,
  ServiceName,
} from "@swath/contract/endpoint";

/** What a call carries, in the shapes its endpoint declares. */
export interface ApiRequest<R extends Endpoint> {
  readonly params?: ParamsInput<R>;
  readonly query?: QueryInput<R>;
  readonly body?: BodyInput<R>;
  readonly signal?: AbortSignal;
  /** Which of the endpoint's services is meant; its first without. */
  readonly service?: ServiceName;
  /** Must be sent even if the page closes at once (`fetch` with `keepalive`). */
  readonly keepalive?: boolean;
}

/**
 * The calls of the contract, with bearer and renewal. An answered error rejects with an `AppError`;
 * every other rejection counts as no response, and the call may be repeated.
 */
export interface ApiCalls {
  call<R extends Endpoint>(endpoint: R, request: ApiRequest<R>): Promise<ReplyOf<R>>;
}
