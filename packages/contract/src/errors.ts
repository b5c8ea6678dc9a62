import { z } from "zod";

/** Every error a client may act on, with its HTTP status. */
const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  INVALID_FILTER: 400,
  INVALID_PATH: 400,
  SEARCH_TOO_WIDE: 400,
  CHECKSUM_MISMATCH: 400,
  ENTITY_TOO_SMALL: 400,
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  SESSION_ENDED: 401,
  INSUFFICIENT_PRIVILEGES: 403,
  REAUTHENTICATION_REQUIRED: 403,
  NOT_UPLOAD_OWNER: 403,
  NOT_VIEW_OWNER: 403,
  UPLOAD_POLICY_REFUSED: 403,
  DOWNLOAD_REFUSED: 403,
  FLIGHT_NOT_FOUND: 404,
  UPLOAD_NOT_FOUND: 404,
  OBJECT_NOT_FOUND: 404,
  VIEW_NOT_FOUND: 404,
  FINDING_NOT_FOUND: 404,
  PROFILE_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  PROCESSING_NOT_FOUND: 404,
  CALIBRATION_NOT_FOUND: 404,
  INSTRUCTION_NOT_FOUND: 404,
  PROJECT_NOT_FOUND: 404,
  HOLD_NOT_FOUND: 404,
  PERSON_NOT_FOUND: 404,
  CERTIFICATE_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  SESSION_CHANGED: 409,
  INVALID_TRANSITION: 409,
  UPLOAD_INCOMPLETE: 409,
  UPLOAD_NOT_ACTIVE: 409,
  UPLOAD_HELD_ELSEWHERE: 409,
  VIEW_NAME_TAKEN: 409,
  TOO_MANY_VIEWS: 409,
  TOO_MANY_FINDINGS: 409,
  TOO_MANY_PROFILES: 409,
  TOO_MANY_FOLLOWS: 409,
  MANIFEST_MISSING: 409,
  MANIFEST_MISMATCH: 409,
  OBJECT_CHANGED: 409,
  OBJECT_DAMAGED: 409,
  OBJECT_COLD: 409,
  QUOTA_EXCEEDED: 409,
  RECORD_CHANGED: 409,
  PREVIEW_EXPIRED: 409,
  BOUNDS_MISSED: 409,
  NOTHING_TO_ARCHIVE: 409,
  ALREADY_HELD: 409,
  PERSON_ACTIVE: 409,
  DELETION_REFUSED: 409,
  COLD_REFUSED: 409,
  ENTITY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  STORE_UNAVAILABLE: 503,
  STORE_FULL: 503,
  COMPUTE_UNAVAILABLE: 503,
  SHUTTING_DOWN: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What stores of S3 answer where a quota or a disk is full: Ceph, MinIO. */
export const S3_FULL_CODES: ReadonlySet<string> = new Set(["QuotaExceeded", "XMinioStorageFull"]);

/** The one form in which any call of Swath reports an error. */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** An error that a client may act on: a code of {@link ERROR_STATUS}, a message, and facts. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}
