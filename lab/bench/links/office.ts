import {
  mkdirSync,
  readdirSync,
  statSync,
  closeSync,
  openSync,
  readSync,
  writeFileSync,
} from "node:fs";
import { join, basename } from "node:path";
import { type ReadyUpload, readyUpload, tokenOf } from "../../../e2e/api.ts";
import { freePort, Swath } from "../../../e2e/swath.ts";
import { OFFICE_ADDRESS } from "../../link/poor-link.ts";
import { writeClouds, writeSmallFiles } from "../upload/folders.ts";
import { serveTus } from "../upload/peers.ts";
import { bareTickets, serveBareStore } from "../upload/tickets.ts";
import type { LinkData } from "./link-rows.ts";
import {
  type FlightFolder,
  type Office,
  type OfficeOrder,
  type Posts,
  type Sender,
  storeAddresses,
} from "./orders.ts";
import { startOfficeStore } from "./office-store.ts";
import { readOrder } from "../../link/end-program.ts";

const PIECE_BYTES = 6_000_000;

/** Cuts files into pieces of 6 MB at most, each a file of its own. */
function cutFiles(into: string, paths: readonly string[]): string[] {
  mkdirSync(into, { recursive: true });
  return paths.flatMap((path, at) => cut(path, join(into, `${at}-${basename(path)}`)));
}

function cut(path: string, name: string): string[] {
  const { size } = statSync(path);
  const file = openSync(path, "r");
  try {
    return Array.from({ length: Math.ceil(size / PIECE_BYTES) }, (_, n) => {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - n * PIECE_BYTES));
      readSync(file, piece, 0, piece.length, n * PIECE_BYTES);
      writeFileSync(`${name}.${n}`, piece);
      return `${name}.${n}`;
    });
  } finally {
    closeSync(file);
  }
}

/*
 * The office's end of a link, in its network namespace: Swath and the servers of its peers. Prints an
 * `Office`, and ends with its standard input.
 */
const { order, ends } = await readOrder<OfficeOrder>();

const UPLOAD_TYPE = { clouds: "TerrainMapperLAZ", small: "LiDAR" } as const;

const writeData = (data: LinkData, place: string, upload: ReadyUpload): string =>
  data.kind === "clouds"
    ? writeClouds(place, upload, data.sizes)
    : writeSmallFiles(place, upload, data);

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

async function flightFolder(swath: Swath, account: string, n: number): Promise<FlightFolder> {
  const token = tokenOf(swath, account);
  const upload = await readyUpload(swath, token, UPLOAD_TYPE[order.data.kind], /./, n);
  const place = join(order.place, String(n));
  mkdirSync(place, { recursive: true });
  return { upload, folder: writeData(order.data, place, upload) };
}

async function senderOf(swath: Swath, account: string, n: number): Promise<Sender> {
  const { upload, folder } = await flightFolder(swath, account, n);
  const again =
    order.store === "s3"
      ? { forCommand: await flightFolder(swath, account, n + order.senders) }
      : {};
  const posts = async (paths: readonly string[], who: string): Promise<Posts> => ({
    paths,
    tickets: order.store === "s3" ? [] : await bareTickets(bare, paths, who),
  });
  const paths = filesOf(folder);
  const pieces =
    order.store === "s3" ? [] : cutFiles(join(order.place, String(n), "pieces"), paths);
  return {
    upload,
    folder,
    ...again,
    files: await posts(paths, `files-${n}`),
    pieces: await posts(pieces, `pieces-${n}`),
  };
}

const store = order.store === "s3" ? await startOfficeStore(order.place) : undefined;
const bare = await serveBareStore("0.0.0.0");
const port = await freePort();
const swath = await Swath.start({
  HOST: "0.0.0.0",
  PORT: String(port),
  // Another name of the same server, as the store of S3 has one.
  ...(store?.env ?? { SWATH_STORE_ADDRESSES: storeAddresses(port) }),
});
try {
  const senders: Sender[] = [];
  while (senders.length < order.senders)
    senders.push(await senderOf(swath, "crew", senders.length));
  const tus = await serveTus(order.place, OFFICE_ADDRESS);
  const bytes = senders[0]!.files.paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const bucket = store === undefined ? {} : { bucket: store.bucket };
  const office: Office = { origin: swath.origin, tus: tus.endpoint, ...bucket, bytes, senders };
  console.log(JSON.stringify(office));
  await ends;
  tus.stop();
} finally {
  await swath.stop();
  await bare.close();
  store?.stop();
}
