import type { Manifest, UploadAuthBody } from "@swath/contract/uploads";
import { fakeChecksum, bytesOf } from "./fake-bytes.ts";
import { postName } from "./fake-landing.ts";
import { FakePage } from "./fake-page.ts";
import { FakePoster } from "./fake-poster.ts";
import { compressChunk, FakeDevice } from "./fake-preparer.ts";
import { FakeServer } from "./fake-server.ts";
import { clockConformance } from "./conformance/clock-conformance.ts";
import { compressorConformance } from "./conformance/compressor-conformance.ts";
import { pageConformance } from "./conformance/page-conformance.ts";
import { posterConformance } from "./conformance/poster-conformance.ts";
import { preparerConformance } from "./conformance/preparer-conformance.ts";
import { serverConformance } from "./conformance/server-conformance.ts";
import { folder, JOB } from "./upload-scene.ts";
import { VirtualClock } from "./virtual-clock.ts";

clockConformance("the virtual clock", () => {
  const clock = new VirtualClock();
  return { clock, elapse: (ms) => clock.advance(ms), close: () => {} };
});

const page = new FakePage();
pageConformance("the fake page", {
  page,
  leave: () => page.leave(),
  goOnline: () => page.online(),
});

compressorConformance("the fake compressor", () => {
  const clock = new VirtualClock();
  return {
    compressor: new FakeDevice(clock).compressor,
    chunk: (index, length) => ({ index, bytes: bytesOf(`chunk ${index}`, length) }),
    wait: (result) => clock.settle(result),
  };
});

const file = (name: string, size: number) => ({ path: `F/${name}`, size });
preparerConformance("the fake preparer", () => {
  const clock = new VirtualClock();
  const device = new FakeDevice(clock);
  return {
    preparer: device.preparer,
    file,
    goneFile: async (name, size) => {
      device.readFaults.set(`F/${name}`, Infinity);
      return file(name, size);
    },
    compress: compressChunk,
    wait: (result) => clock.settle(result),
    close: () => {},
  };
});

serverConformance("the fake server", async () => {
  const clock = new VirtualClock();
  const server = new FakeServer(clock);
  const { baseFolder, files } = folder(
    { name: "a.range", size: 9_000_000 },
    { name: "b.kmz", size: 2_000_000, zipped: false },
    { name: "c.log", size: 500 },
    { name: "d.log", size: 700 },
  );
  const { status: _, ...job } = JOB;
  const manifest: Manifest = {
    ...job,
    baseFolder,
    files: files.map(({ entry }) => Object.assign({ parts: 1 }, entry)),
  };
  return {
    api: server.api,
    manifest,
    objectOf: async (object, piece) => {
      const lengths = piece ? [piece.length] : object.segments.map(({ length }) => length);
      const stored = lengths.map((storedBytes) => ({
        storedBytes,
        xxh128: "0".repeat(32),
        zipped: false,
      }));
      const size = lengths.reduce((sum, length) => sum + length, 0);
      const name = postName(object.name, piece);
      const claim = { size, checksum: fakeChecksum(name), segments: stored, piece };
      return { claim, post: async () => void server.receive(name, name, size) };
    },
    occupySlot: async () => {
      Object.assign(server.upload, { ahead: 1, freeSlots: 0 });
      return async () => void Object.assign(server.upload, { ahead: 0, freeSlots: 1 });
    },
    expireLease: () => clock.advance(61_000),
    finishWork: () => clock.advance(10_000),
    wait: (result) => clock.settle(result),
    close: async () => {},
  };
});

posterConformance("the fake poster", () => {
  const clock = new VirtualClock();
  const server = new FakeServer(clock);
  const poster = new FakePoster(server);
  poster.away.add("https://away.example");
  return {
    poster,
    arrange: async (outcome, size) => {
      const body = { size, content: "x" };
      const claim = { size, checksum: fakeChecksum("x") } as UploadAuthBody;
      server.claims.set("x", claim);
      server.online = outcome !== "noResponse";
      poster.fault = () => {
        if (outcome === "refused") return { kind: outcome, status: 403, message: "no" };
        if (outcome === "unreadable") return { kind: outcome, path: "F/x" };
        return outcome === "busy" || outcome === "full" ? { kind: outcome } : undefined;
      };
      return { form: { url: "/store", fields: { name: "x" } }, body };
    },
    origins: { answering: "https://store.example", away: "https://away.example" },
    wait: (result) => clock.settle(result),
  };
});
