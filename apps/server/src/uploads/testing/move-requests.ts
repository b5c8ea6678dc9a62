import type { AppError } from "@swath/contract/errors";
import type { UploadStatus } from "@swath/contract/uploads";
import { decideMove, type MoveRequest, type Mover } from "../moves/move-rules.ts";

export type RuledUpload = Parameters<typeof decideMove>[0];

export const FINGERPRINT = "this-browser";
export const uploadAt = (status: UploadStatus, change: Partial<RuledUpload> = {}): RuledUpload =>
  ({
    status,
    subject: "me",
    user_name: "Me",
    is_update: false,
    fingerprint: FINGERPRINT,
    holder: null,
    ...change,
  }) as RuledUpload;
export const mover = (change: Partial<Mover> = {}): Mover =>
  ({ subject: "me", name: "Me", mayReset: false, ...change }) as Mover;
export const to = (status: UploadStatus, change: Partial<MoveRequest> = {}): MoveRequest => ({
  status,
  isUpdate: false,
  fingerprint: FINGERPRINT,
  holder: undefined,
  takeOver: false,
  reason: undefined,
  failure: undefined,
  ...change,
});
export function refusal(check: () => unknown): Pick<AppError, "code" | "message" | "details"> {
  try {
    check();
  } catch (error) {
    return error as AppError;
  }
  throw new Error("nothing was refused");
}
export const moved = (from: RuledUpload, request: MoveRequest, by = mover()): unknown =>
  decideMove(from, request, by);

/** Of what a leader does to another's upload. */
export const REASON = { reason: "Another drive" };
