import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "@swath/contract/endpoints";
import { apiCalls } from "../../../apps/cli/src/api-calls.ts";
import { newFingerprint } from "../../../apps/cli/src/program.ts";
import { uploadCommand } from "../../../apps/cli/src/upload/upload-command.ts";
import { type ReadyUpload, type Started, tokenOf } from "../../../e2e/api.ts";
import { sampleFolder } from "../../../e2e/folder.ts";
import { Service } from "../../../tools/process/service.ts";
import { NODE_SERVICES, nodeApi } from "../../../tools/testing/uploads/node-api.ts";

/** Uploads a sample of a flight as the command line does, by the real protocol; throws where it is not ready. */
export async function sendSample(swath: Started, upload: ReadyUpload, place: string) {
  mkdirSync(place);
  const folder = sampleFolder(upload, place, "--no-big");
  const server = new URL(swath.origin);
  const token = tokenOf(swath, "crew");
  const tokens = { token: async () => token, after: async () => token };
  const fingerprint = newFingerprint();
  const said: string[] = [];
  const terminal = {
    isInteractive: false,
    say: (text: string) => void said.push(text),
    show: () => {},
    confirm: async () => true,
  };
  const code = await uploadCommand(
    {
      folder,
      flight: upload.flightId,
      type: upload.uploadType,
      sensor: upload.sensorName,
      yes: true,
      takeOver: false,
      followLinks: false,
      limit: undefined,
    },
    {
      api: apiCalls({ server, services: NODE_SERVICES, tokens }),
      server,
      fingerprint,
      holder: fingerprint.slice(-16),
      terminal,
      companions: [],
    },
  );
  if (code !== 0) throw new Error(`the upload ended with ${code}: ${said.join("; ")}`);
}

/** A receipt of an upload's data; the server makes one only where every file stands whole. */
export function receiptOf(swath: Started, { flightId, uploadId }: ReadyUpload) {
  const api = nodeApi({ origin: swath.origin, token: tokenOf(swath, "crew") });
  return api.call(endpoints.makeReceipt, { params: { flightId, uploadId } });
}

/** Stages whose one program waits until a file names its flight: so it runs for as long as a drill wants. */
export function waitingStages(place: string): { folder: string; allow: (flight: string) => void } {
  const folder = join(place, "stages");
  const go = join(place, "go");
  for (const path of [folder, go]) mkdirSync(path);
  const program = join(place, "wait.cjs");
  writeFileSync(
    program,
    `const fs = require("fs"); const [out, flight] = process.argv.slice(2);
    (function look() {
      if (!fs.existsSync(${JSON.stringify(go)} + "/" + flight)) return setTimeout(look, 100);
      fs.writeFileSync(out + "/gps-report.json", JSON.stringify({ flight }));
    })();`,
  );
  const stage = {
    name: "GPS",
    label: "GPS & EO",
    version: 1,
    inputs: { processing: { from: "processing" } },
    tasks: "once",
    command: ["{node}", program, "{out}", "{flight}"],
    outputs: [{ glob: "gps-report.json", kind: "report" }],
    resources: { cpus: 1, memoryMB: 256, minutes: 60, minutesPerGB: 1 },
  };
  writeFileSync(join(folder, "GPS.stage.json"), JSON.stringify(stage));
  return { folder, allow: (flight) => writeFileSync(join(go, flight), "") };
}

/** Whether a flight has a processing that begins with a GPS job. */
export async function hasGPS(swath: Started, flightId: string): Promise<boolean> {
  const all = await new Service(swath.origin, tokenOf(swath, "operator")).runsOf(flightId);
  return all.some(({ jobs }) => jobs.some(({ name }) => name === "GPS"));
}

/** The GPS job of a flight's first processing that has one. */
export async function gpsJob(swath: Started, flightId: string) {
  const service = new Service(swath.origin, tokenOf(swath, "operator"));
  const find = async () => {
    for (const processing of await service.runsOf(flightId)) {
      const job = processing.jobs.find(({ name }) => name === "GPS");
      if (job !== undefined) return job;
    }
    throw new Error(`${flightId} has no processing`);
  };
  return {
    /** Orders it where it waits for more than what came. */
    order: async () => {
      const { status } = await find();
      if (status !== "NOT_COMMENCED") return;
      const processing = (await service.runsOf(flightId)).find(({ jobs }) =>
        jobs.some(({ name }) => name === "GPS"),
      );
      await service.order(processing!.processingId, "GPS", {});
    },
    status: async () => (await find()).status,
    /** Waits for a status; throws where it does not come. */
    becomes: async (wanted: string): Promise<void> => {
      for (let tries = 0; tries < 600; tries++) {
        const status = (await find()).status;
        if (status === wanted) return;
        if (status === "FAILED" || status === "UNAVAILABLE") break;
        await sleep(200);
      }
      throw new Error(`the GPS job of ${flightId} is ${(await find()).status}, not ${wanted}`);
    },
  };
}

/** Signs a demonstration account in as a browser does; answers whether its session can be renewed. */
export async function signIn(swath: Started, account: string) {
  const jar = new Map<string, { value: string; path: string }>();
  const go = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    const reply = await fetch(url, {
      ...init,
      headers: { cookie: cookie.join("; ") },
      redirect: "manual",
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, { value, path: /path=([^;]+)/i.exec(line)?.[1] ?? "/" });
    }
    return reply;
  };
  const follow = async (from: URL, init?: RequestInit): Promise<URL> => {
    let [url, reply] = [from, await go(from, init)];
    for (
      let next = reply.headers.get("location");
      next !== null;
      next = reply.headers.get("location")
    ) {
      url = new URL(next, url);
      reply = await go(url);
    }
    return url;
  };
  const page = await follow(new URL("/auth/login?returnTo=%2Fpost", swath.origin));
  await follow(page, { method: "POST", body: new URLSearchParams({ login: account }) });
  return { renews: async (at: Started) => (await go(new URL("/api/main/renew", at.origin))).ok };
}

/** Names below a folder of a file store that hold objects. */
export const bucketsBelow = (objects: string): string[] =>
  readdirSync(objects).filter((name) => !name.startsWith("."));
