import { call, readyUpload, tokenOf } from "./api.ts";
import { expect, test } from "./fixtures.ts";

const UNKNOWN_UPLOAD = "0123456789abcdef01234567";
const FINGERPRINT = "e2e-fingerprint";

test("bad addresses, filters and bodies are answered in one form, with a request id", async ({
  swath,
}) => {
  const token = tokenOf(swath, "crew");
  const json = { "content-type": "application/json" };
  const cases: [path: string, init: RequestInit, status: number, code: string][] = [
    ["/main/flights/FL999999", {}, 404, "FLIGHT_NOT_FOUND"],
    ["/main/flights/FL12", {}, 400, "INVALID_REQUEST"],
    ["/main/flights?page=0", {}, 400, "INVALID_REQUEST"],
    ["/main/flights?pageSize=100000", {}, 400, "INVALID_REQUEST"],
    ["/main/flights?sort=Password 1", {}, 400, "INVALID_REQUEST"],
    ["/main/flights?Nonsense=1", {}, 400, "INVALID_REQUEST"],
    ["/main/flights?Date=yesterday", {}, 400, "INVALID_FILTER"],
    ["/main/flights?$custom={", {}, 400, "INVALID_FILTER"],
    ["/main/flights?Aircraft=$drop x", {}, 400, "INVALID_FILTER"],
    ["/main/unique/sessions/token", {}, 400, "INVALID_REQUEST"],
    ["/main/nothing-here", {}, 404, "ROUTE_NOT_FOUND"],
    ["/main/upload_auth", { method: "POST", headers: json, body: "{" }, 400, "INVALID_REQUEST"],
    ["/main/upload_auth", { method: "POST", headers: json, body: "{}" }, 400, "INVALID_REQUEST"],
    [
      "/main/upload_auth",
      { method: "POST", headers: json, body: JSON.stringify({ x: "x".repeat(3_000_000) }) },
      413,
      "ENTITY_TOO_LARGE",
    ],
  ];
  for (const [path, init, status, code] of cases) {
    const answer = await call<{ code: string; requestId: string }>(swath, token, path, init);
    expect
      .soft({ path, status: answer.status, code: answer.body.code })
      .toEqual({ path, status, code });
    expect.soft(answer.body.requestId).toBeTruthy();
  }
});

test("unknown uploads, wrong transitions and other people's uploads are refused", async ({
  swath,
}) => {
  const [crew, crew2, guest] = ["crew", "crew2", "guest"].map((account) => tokenOf(swath, account));
  const { flightId, uploadId } = await readyUpload(swath, crew!, "TerrainMapperLAZ");
  const move = async (token: string, id: string, status: string): Promise<[number, string]> => {
    const path = `/main/flights/${flightId}/upload/${id}/status?status=${status}&fingerprint=${FINGERPRINT}`;
    const answer = await call<{ code: string }>(swath, token, path, { method: "PUT" });
    return [answer.status, answer.body.code];
  };
  expect(await move(crew!, UNKNOWN_UPLOAD, "VALIDATING_SOURCE")).toEqual([404, "UPLOAD_NOT_FOUND"]);
  expect(await move(crew!, uploadId, "DATA_READY")).toEqual([409, "INVALID_TRANSITION"]);
  expect(await move(guest!, uploadId, "VALIDATING_SOURCE")).toEqual([
    403,
    "INSUFFICIENT_PRIVILEGES",
  ]);
  expect(await move(crew!, uploadId, "VALIDATING_SOURCE")).toEqual([200, undefined]);
  expect(await move(crew2!, uploadId, "VALIDATING_SOURCE_FAILED")).toEqual([
    403,
    "NOT_UPLOAD_OWNER",
  ]);
  expect(await move(crew!, uploadId, "VALIDATING_SOURCE_FAILED")).toEqual([200, undefined]);
});
