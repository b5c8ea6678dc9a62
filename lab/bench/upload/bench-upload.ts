import { readdirSync, statSync } from "node:fs";
import { cpus } from "node:os";
import { basename, join } from "node:path";
import { type Browser, chromium as playwright } from "@playwright/test";
import { type ReadyUpload, readyUpload, tokenOf } from "../../../e2e/api.ts";
import { signIn } from "../../../e2e/fixtures.ts";
import { removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { UploadPage } from "../../../e2e/upload-page.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { appearance } from "./appearance.ts";
import { settleMachine } from "./settle-machine.ts";
import { type FolderKind, UPLOAD_TYPE, writeFolder } from "./folders.ts";
import { compressByZstd, postByCurl } from "./limits.ts";
import { printCosts } from "./server-cost.ts";
import { measureSparse } from "./sparse-upload.ts";
import { measureYardsticks } from "./yardsticks.ts";
import { installPeers, openPeers, servePeersPage, serveTus } from "./peers.ts";
import { watchUsage } from "./processes.ts";
import { type Measured, medianOf, printMeasured, type Taken } from "./table.ts";
import { bareTickets, serveBareStore } from "./tickets.ts";

const USUAL: readonly FolderKind[] = ["incompressible", "compressible", "small"];
/** 50,000 files take minutes on a slow machine. */
const VALIDATION_MS = 600_000;
const KINDS: readonly FolderKind[] = [...USUAL, "many"];

/** Files of a folder with their bytes, in order of name. */
function filesOf(folder: string): { path: string; bytes: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((a, b) => basename(a).localeCompare(basename(b)))
    .map((path) => ({ path, bytes: statSync(path).size }));
}

async function inChromium<T>(flags: string[], work: (browser: Browser) => Promise<T>): Promise<T> {
  const options = chromium();
  const browser = await playwright.launch({ ...options, args: [...options.args, ...flags] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

interface Bench {
  readonly kind: FolderKind;
  readonly swath: Swath;
  /** Where a round keeps its files. */
  readonly place: string;
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly bytes: number;
}

/** Runs a piece of work after the disk and memory have settled, and returns what it took. */
async function measured(
  { place, bytes }: Bench,
  work: (mark: () => void) => Promise<number>,
): Promise<Taken> {
  settleMachine(place, bytes);
  const watch = watchUsage();
  const seconds = await work(() => watch.mark());
  return { seconds, ...watch.stop() };
}

const toSend = (kind: FolderKind, swath: Swath): Promise<ReadyUpload> =>
  readyUpload(swath, tokenOf(swath, "crew"), UPLOAD_TYPE[kind]);

/** The same on a server that has everything compressed, however fast the link is. */
async function measureCompressed(bench: Bench): Promise<Taken> {
  const swath = await Swath.start({ SWATH_COMPRESSION: "always" });
  try {
    return await measureSwath({ ...bench, swath }, await toSend(bench.kind, swath));
  } finally {
    await swath.stop();
  }
}

/** From choosing the folder to DATA_READY, in a browser and on a server that did nothing before. */
async function measureSwath(bench: Bench, upload: ReadyUpload): Promise<Taken> {
  return inChromium([], async (browser) => {
    const page = await browser.newPage({ baseURL: bench.swath.origin });
    await signIn(page, "crew");
    const uploadPage = new UploadPage(page);
    await uploadPage.open(upload);
    return measured(bench, async (mark) => {
      // What the server does from then on is the rebuild.
      page.on("request", (request) => {
        if (request.url().includes("status=UPLOAD_COMPLETE")) mark();
      });
      const started = performance.now();
      await uploadPage.choose(bench.folder);
      await uploadPage.confirmFindings(VALIDATION_MS);
      await appearance(page, "Uploaded data");
      return (performance.now() - started) / 1000;
    });
  });
}

const ALL_COMPRESSED = "Swath, all compressed";

async function measurePeers(bench: Bench): Promise<Record<string, Taken>> {
  const { kind, place } = bench;
  const paths = bench.files.map(({ path }) => path);
  const peers: Record<string, Taken> = {};
  const measure = async (name: string, work: () => Promise<number>): Promise<void> => {
    peers[name] = await measured(bench, work);
  };
  const threads = Math.min(4, cpus().length);
  const bare = await serveBareStore();
  if (kind !== "small") {
    const tickets = await bareTickets(bare, paths, "curl");
    await measure("curl, one after the other", () => postByCurl(paths, tickets));
  }
  if (kind === "compressible") {
    peers[ALL_COMPRESSED] = await measureCompressed(bench);
    await measure(`zstd -3 -T${threads}`, async () => compressByZstd(paths, threads));
  }
  const address = await servePeersPage(place);
  await inChromium(["--disable-web-security"], async (browser) => {
    const page = await openPeers(await browser.newPage(), address, bench.folder);
    if (kind === "compressible")
      await measure(`${threads} compression workers alone`, () => page.compress(threads));
    if (kind === "incompressible") {
      const tickets = await bareTickets(bare, paths, "bare");
      await measure("bare XHR loop", () => page.bare(tickets));
    }
    if (kind !== "compressible") {
      const tus = await serveTus(place);
      await measure("Uppy with tus", () => page.uppy(tus.endpoint));
      tus.stop();
    }
  });
  await bare.close();
  return peers;
}

/** The server's part of the work alone, beside what the machine's own programs take. */
async function measureCost(bench: Bench): Promise<Measured["peers"]> {
  return bench.kind === "compressible" ? { [ALL_COMPRESSED]: await measureCompressed(bench) } : {};
}

async function measureAll(kind: FolderKind, place: string, costAlone: boolean): Promise<Measured> {
  const swath = await Swath.start();
  try {
    const upload = await toSend(kind, swath);
    const folder = writeFolder(place, kind, upload);
    const files = filesOf(folder);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const bench = { kind, swath, place, folder, files, bytes };
    const own = await measureSwath(bench, upload);
    const peers = await (costAlone || kind === "many" ? measureCost(bench) : measurePeers(bench));
    const yardsticks = await measureYardsticks(place, folder);
    return { kind, files: files.length, bytes, own, peers, yardsticks };
  } finally {
    await swath.stop();
  }
}

async function oneRound(kind: FolderKind, costAlone: boolean): Promise<Measured> {
  const place = temporaryFolder("bench");
  try {
    return await measureAll(kind, place, costAlone);
  } finally {
    removeFolder(place);
  }
}

/**
 * `npm run bench -- upload [incompressible | compressible | small | many]… [cost] [ROUNDS]`: with rounds, Swath
 * and its peers take turns, and the median of each is printed. `cost` leaves the peers out: what the
 * server takes is measured beside `cp` and `zstd -d` alone. `sparse` is a folder of 1 TB, of which a
 * minute is sent.
 */
export async function benchUpload(words: readonly string[]): Promise<void> {
  if (words.includes("sparse")) return measureSparse();
  const costAlone = words.includes("cost");
  if (!costAlone) installPeers();
  const kinds = KINDS.filter((kind) => words.includes(kind));
  const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 1);
  for (const kind of kinds.length === 0 ? USUAL : kinds) {
    const rounds: Measured[] = [];
    while (rounds.length < count) rounds.push(await oneRound(kind, costAlone));
    const median = medianOf(rounds);
    printMeasured(median);
    printCosts(median);
  }
  // The peers' page server lives as long as the process.
  process.exit(0);
}
