import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { clockConformance } from "../testing/conformance/clock-conformance.ts";
import { compressorConformance } from "../testing/conformance/compressor-conformance.ts";
import { hasherConformance } from "../testing/conformance/hasher-conformance.ts";
import { ANSWER_PATHS, posterConformance } from "../testing/conformance/poster-conformance.ts";
import { preparerConformance } from "../testing/conformance/preparer-conformance.ts";
import type { NodeBody } from "./node-body.ts";
import { nodeClock, nodeCompressor } from "./node-ports.ts";
import { nodeHasher, nodePreparer } from "./node-preparer.ts";
import { NodePoster } from "./node-poster.ts";
import { changedDiskFile, writtenDiskFile } from "./testing/disk-files.ts";

const wait = <T>(result: Promise<T>): Promise<T> => result;
const place = mkdtempSync(join(tmpdir(), "swath-node-engine-"));
let store: Server;
beforeAll(async () => {
  store = createServer((request, response) => {
    if (request.url === "/drop") {
      request.socket.destroy();
      return;
    }
    request.resume();
    request.on("end", () => {
      response.writeHead(Number(request.url?.slice(1)) || 404).end();
    });
  }).listen(0, "127.0.0.1");
  await once(store, "listening");
});
afterAll(() => {
  store.closeAllConnections();
  store.close();
  rmSync(place, { recursive: true });
});

clockConformance("Node's clock", () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  return {
    clock: nodeClock,
    elapse: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    close: () => void vi.useRealTimers(),
  };
});

compressorConformance("Node's compressor", () => ({
  compressor: nodeCompressor,
  chunk: (index, length) => ({ index, bytes: new Uint8Array(length).fill(index) }),
  wait,
}));

preparerConformance("Node's preparer", () => ({
  preparer: nodePreparer,
  file: (name, size) => {
    const file = join(place, name);
    writeFileSync(
      file,
      new Uint8Array(size).map((_, i) => name.charCodeAt(0) + i),
    );
    return writtenDiskFile(file, `F/${name}`);
  },
  goneFile: (name, size) => changedDiskFile(join(place, name), `F/${name}`, size),
  compress: ({ index, bytes }) => ({ index, bytes: bytes.slice(0, bytes.length / 2) }),
  wait,
  close: () => {},
}));

hasherConformance("Node's hasher", () => ({
  hasher: nodeHasher,
  file: (name, bytes) => {
    const file = join(place, name);
    writeFileSync(file, bytes);
    return writtenDiskFile(file, `F/${name}`);
  },
  goneFile: (name, size) => changedDiskFile(join(place, name), `F/${name}`, size),
}));

const changed = (size: number) => changedDiskFile(join(place, "sent.laz"), "F/sent.laz", size);

posterConformance("Node's poster", () => {
  const { port } = store.address() as AddressInfo;
  return {
    poster: new NodePoster(new URL(`http://127.0.0.1:${port}`)),
    arrange: async (outcome, size) => {
      const body: NodeBody =
        outcome === "unreadable"
          ? { size, content: { file: await changed(size), offset: 0, length: size } }
          : { size, content: [new Uint8Array(size)] };
      return { form: { url: `/${ANSWER_PATHS[outcome]}`, fields: { key: "k" } }, body };
    },
    origins: { answering: `http://127.0.0.1:${port}`, away: "http://127.0.0.1:1" },
    wait,
  };
});
