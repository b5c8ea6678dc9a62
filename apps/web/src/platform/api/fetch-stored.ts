import { ApiError } from "./api-error.ts";

/** Fetches a presigned address of the object store; a refusal is thrown as an ApiError. */
export async function fetchStored(url: string, signal: AbortSignal): Promise<Response> {
  const reply = await fetch(url, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  if (reply.ok) return reply;
  const message = `The store answered ${reply.status}.`;
  throw new ApiError({ status: reply.status, code: "UNREADABLE", message });
}
