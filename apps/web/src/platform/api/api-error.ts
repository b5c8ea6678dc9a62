import { errorBodySchema } from "@swath/contract/errors";

export interface ApiFailure {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** A code of the contract, or `UNREACHABLE` or `UNREADABLE` where the server gave none. */
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
}

/** A call that the server refused, or that never reached it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(failure: ApiFailure, options?: { cause?: unknown }) {
    super(failure.message, options);
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details;
    this.requestId = failure.requestId;
  }
}

/** The error of a call to which no answer came. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError(
    {
      status: 0,
      code: "UNREACHABLE",
      message: "The server cannot be reached.",
      details: {},
      requestId: undefined,
    },
    { cause },
  );
}

/** The error that an answer outside 2xx stands for. */
export async function refusal(response: Response): Promise<ApiError> {
  const parsed = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return new ApiError({ status: response.status, ...parsed.data });
  return new ApiError({
    status: response.status,
    code: "UNREADABLE",
    message: `The server answered ${response.status}.`,
    details: {},
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}
