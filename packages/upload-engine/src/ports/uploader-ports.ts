import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  ReplyOf,
  ServiceName,
} from "@swath/contract/endpoint";
import type { Compressor, Preparer } from "./preparer.ts";
import type { Poster } from "./poster.ts";

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

/** Time and randomness, injected so that a test can run hours in a moment. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Runs a task once after some milliseconds, in a background tab too; returns how to cancel it. */
  after(milliseconds: number, task: () => void): () => void;
  /** 0 up to but not including 1. */
  random(): number;
}

/** What happens to the page and its network. Each subscription returns how to end it. */
export interface Page {
  /** The page closes or is put away: the last moment in which anything may be sent. */
  onLeave(listener: () => void): () => void;
  /** The device says that it has no network. */
  onOffline(listener: () => void): () => void;
  /** The network is back. */
  onOnline(listener: () => void): () => void;
  /** Tells the other pages of this browser that an upload was taken over. */
  tellOthers(): void;
  /** Another page of this browser took an upload over. */
  onTold(listener: () => void): () => void;
}

/** What a page or a program gives an uploader beside what its platform has. */
export interface OwnPorts {
  readonly api: ApiCalls;
  /** Shows people which browser sends; 8 to 128 letters, digits, `_` or `-`. */
  readonly fingerprint: string;
  /** By which this page or program, and no other one, holds an upload: random, 16 to 64 such letters. */
  readonly holder: string;
  /** Most bytes a second on the wire at this moment; undefined for as many as the link takes. */
  readonly bytesPerSecond?: () => number | undefined;
}

/** Everything an uploader touches outside itself. */
export interface UploaderPorts extends Required<OwnPorts> {
  readonly clock: Clock;
  readonly page: Page;
  readonly preparer: Preparer;
  readonly compressor: Compressor;
  readonly poster: Poster;
  /** Most bytes of prepared objects to hold at once; one object is always allowed. */
  readonly memoryBytes: number;
  /** Logs unusual events that are no errors, without tokens or contents. */
  log(message: string, facts: Readonly<Record<string, unknown>>): void;
  /** Ends the drivers' workers. */
  close(): void;
}
