import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync, readdirSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { arBytes } from "./ar-archive.ts";
import { packagingOf } from "./release-source.ts";
import { writeTarGz, type WrittenArchive } from "./tar-archive.ts";
import { below, type Entry, textFile, wholeTree } from "./tree.ts";

const HOME = "usr/lib/swath";
const SETTINGS = "etc/swath/swath.env";
/** Passwords may end up in the settings, whatever they say: postinst gives them the group. */
const SETTINGS_MODE = 0o640;
const PROGRAM = 0o755;
const SCRIPTS = ["postinst", "prerm", "postrm"];

const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

/** Where a package puts the product, its units and its settings; the image's layer is the same. */
export function installedFiles(root: string, product: readonly Entry[]): Entry[] {
  const deploy = join(packagingOf(root), "deploy");
  const units = readdirSync(join(deploy, "systemd")).filter((name) => name.endsWith(".service"));
  return [
    ...below(HOME, product),
    { path: "usr/bin/swath", kind: "link", target: "../lib/swath/bin/swath" },
    ...units.map((name) =>
      textFile(`usr/lib/systemd/system/${name}`, read(join(deploy, "systemd"), name)),
    ),
    textFile("usr/lib/tmpfiles.d/swath.conf", read(deploy, "systemd/swath.tmpfiles")),
    textFile(SETTINGS, read(deploy, "debian/swath.env"), SETTINGS_MODE),
    textFile("usr/share/doc/swath/copyright", read(root, "LICENSE")),
  ];
}

async function md5Of(entry: Entry & { kind: "file" }): Promise<string> {
  const hash = createHash("md5");
  if ("content" in entry) return hash.update(entry.content).digest("hex");
  for await (const chunk of createReadStream(entry.from)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

const isFile = (entry: Entry): entry is Entry & { kind: "file" } => entry.kind === "file";

/** By which `dpkg --verify` finds what was changed; the settings are the administrator's. */
async function md5sums(entries: readonly Entry[]): Promise<string> {
  const lines: string[] = [];
  for (const entry of wholeTree(entries).filter(isFile))
    if (entry.path !== SETTINGS) lines.push(`${await md5Of(entry)}  ${entry.path}\n`);
  return lines.join("");
}

const KIB = 1024;

/** Policy 5.6.20: each file in whole KiB, and one for each other entry. */
async function installedKib(entries: readonly Entry[]): Promise<number> {
  let kib = 0;
  for (const entry of wholeTree(entries)) {
    if (entry.kind !== "file") kib += 1;
    else if ("content" in entry) kib += Math.ceil(entry.content.length / KIB);
    else kib += Math.ceil((await stat(entry.from)).size / KIB);
  }
  return kib;
}

async function controlFiles(root: string, version: string, data: readonly Entry[]) {
  const debian = join(packagingOf(root), "deploy/debian");
  const control = read(debian, "control")
    .replace("@VERSION@", version)
    .replace("@INSTALLED_KIB@", String(await installedKib(data)));
  return [
    textFile("control", control),
    textFile("md5sums", await md5sums(data)),
    textFile("conffiles", `/${SETTINGS}\n`),
    ...SCRIPTS.map((name) => textFile(name, read(debian, name), PROGRAM)),
  ];
}

/** A member's bytes: those of a file, or the format's version. */
const contents = ({ from }: { readonly from: string | undefined }) =>
  from === undefined ? [Buffer.from("2.0\n")] : (createReadStream(from) as Readable);

export interface DebianOrder {
  readonly root: string;
  readonly version: string;
  readonly time: Date;
  /** What {@link installedFiles} lists. */
  readonly files: readonly Entry[];
  /** Of the package. */
  readonly target: string;
  /** The same files, archived. */
  readonly data: WrittenArchive;
}

/** Writes a Debian package without any tool of Debian's: an `ar` of a version and two archives (deb(5)). */
export async function writeDebianPackage(order: DebianOrder): Promise<void> {
  const { root, version, time, target, data } = order;
  const controlPath = `${target}.control`;
  const control = await writeTarGz(
    controlPath,
    await controlFiles(root, version, order.files),
    time,
  );
  const format = { name: "debian-binary", size: 4, from: undefined };
  const members = [
    format,
    { name: "control.tar.gz", size: control.size, from: control.path },
    { name: "data.tar.gz", size: data.size, from: data.path },
  ];
  const seconds = Math.floor(time.getTime() / 1000);
  await pipeline(Readable.from(arBytes(members, seconds, contents)), createWriteStream(target));
  await rm(controlPath);
}

/** What a package of a version is called. */
export const packageName = (version: string): string => `swath_${version}_amd64.deb`;
