import type { Identity } from "@swath/contract/identity";
import type {
  BodyOf,
  FormFieldsOf,
  FormShape,
  ParamsOf,
  QueryOf,
  ReplyOf,
  Endpoint,
} from "@swath/contract/endpoint";
import type { CallOrigin } from "../audit/record-event.ts";
import type { ReceivedForm } from "./receive-form.ts";
import type { StreamedBody } from "./streamed-body.ts";

/** One authenticated, authorised and validated call. */
export interface Call<R extends Endpoint> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  /** Validated; of an endpoint that streams its body, the body as it comes. */
  readonly body: R["streamed"] extends true ? StreamedBody : BodyOf<R>;
  /** Of an endpoint that takes a form; its file is gone when the handler has ended. */
  readonly form: R["form"] extends FormShape ? ReceivedForm<FormFieldsOf<R>> : undefined;
  /** From the verified bearer. */
  readonly identity: Identity;
  /** What calls name the session of the bearer by; undefined where it belongs to none. */
  readonly session: () => Promise<string | undefined>;
  /** Whether a token is the one that the call was made with. */
  readonly isOwnToken: (token: string) => boolean;
  /** For the audit log. */
  readonly from: CallOrigin;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  setHeader(name: string, value: string): void;
}

/**
 * Registers the handler of a declared endpoint under each of its services. Bearer, permission and
 * shapes are checked before the handler runs; an `AppError` it throws becomes the error body.
 */
export type Serve = <R extends Endpoint>(
  endpoint: R,
  handler: (call: Call<R>) => Promise<ReplyOf<R>>,
) => void;
