import { execFileSync } from "node:child_process";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { RECENT_SIGN_IN_S } from "@swath/contract/endpoint";
import type { UploadType } from "@swath/contract/uploads";
import { ROOT } from "./swath.ts";

/** A Swath that answers somewhere, with the environment that its commands need. */
export interface Started {
  readonly origin: string;
  readonly env: Readonly<Record<string, string>>;
}

interface KeptToken {
  readonly token: string;
  readonly since: number;
}

const tokens = new WeakMap<Started, Map<string, KeptToken>>();
/** What is not undone asks for a sign-in that is recent, and tests may take longer. */
const KEPT_MS = (RECENT_SIGN_IN_S * 1_000) / 2;

/** A bearer of a demonstration account, from the project's own command; the same one for some minutes. */
export function tokenOf(swath: Started, account: string): string {
  const known = tokens.get(swath) ?? new Map<string, KeptToken>();
  tokens.set(swath, known);
  const kept = known.get(account);
  if (kept !== undefined && performance.now() - kept.since < KEPT_MS) return kept.token;
  const since = performance.now();
  const token = newToken(swath, account);
  known.set(account, { token, since });
  return token;
}

const newToken = (swath: Started, account: string): string =>
  execFileSync(process.execPath, ["tools/run.mjs", "tools/token.ts", account], {
    cwd: ROOT,
    env: { ...process.env, ...swath.env },
    encoding: "utf8",
  }).trim();

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls the API as a program would. */
export async function call<T>(
  swath: Started,
  token: string | undefined,
  path: string,
  init: RequestInit = {},
): Promise<Answer<T>> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  // A connection that is kept may be closed by the server just as the next call goes out on it.
  headers.set("connection", "close");
  const reply = await fetch(`${swath.origin}/api${path}`, { ...init, headers });
  const text = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    body: (text === "" ? undefined : JSON.parse(text)) as T,
  };
}

interface Wheels {
  readonly up: string;
  readonly down: string;
}

export interface ReadyUpload {
  flightId: string;
  /** When it was flown, for the folders that are made for it. */
  wheels?: Wheels;
  uploadId: string;
  uploadType: UploadType;
  sensorName: string;
}

function wheelsOf({ WheelsUp: up, WheelsDown: down }: Flight): { wheels?: Wheels } {
  return up === null || down === null ? {} : { wheels: { up, down } };
}

/** The upload of a flight of the demonstration, by its type and the end of its sensor's name. */
export async function uploadOf(
  swath: Started,
  flightId: string,
  type: UploadType,
  sensor = "",
): Promise<ReadyUpload> {
  const path = `/main/flights/${flightId}`;
  const { body } = await call<Flight>(swath, tokenOf(swath, "crew"), path);
  const upload = body.Uploads.find(
    ({ Type, SensorName }) => Type === type && SensorName.endsWith(sensor),
  );
  if (upload === undefined) throw new Error(`${flightId} has no ${type} upload of ${sensor}`);
  const { _id: uploadId, SensorName: sensorName } = upload;
  return { flightId, uploadId, uploadType: type, sensorName, ...wheelsOf(body) };
}

/** An upload of the catalogue that nobody has begun, of a sensor whose name matches, after so many. */
export async function readyUpload(
  swath: Started,
  token: string,
  type: UploadType,
  sensor: RegExp = /./,
  after = 0,
): Promise<ReadyUpload> {
  let left = after;
  const { body } = await call<Flight[]>(swath, token, "/main/flights?pageSize=200");
  const fits = (upload: FlightUpload): boolean =>
    upload.Type === type && upload.Status === "READY_FOR_UPLOAD" && sensor.test(upload.SensorName);
  for (const flight of body) {
    const { FlightID: flightId, DocumentMajorVersion, Uploads } = flight;
    const upload = DocumentMajorVersion <= 3 ? undefined : Uploads.find(fits);
    if (upload === undefined || left-- > 0) continue;
    const { _id: uploadId, SensorName: sensorName } = upload;
    return { flightId, uploadId, uploadType: type, sensorName, ...wheelsOf(flight) };
  }
  throw new Error(`the catalogue has no ${type} upload left`);
}
