import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join, posix } from "node:path";
import { Readable } from "node:stream";
import { unpackTar } from "modern-tar";
import { cacheOf, readBaseLock } from "./base-lock.ts";
import { IMAGE_USER } from "./oci-image.ts";
import { ReleaseProblem } from "./release-source.ts";
import { type Entry, modeOf, textFile } from "./tree.ts";

/** What nobody reads in an image; copyrights stay, as their licences ask. */
const LEFT_OUT =
  /^usr\/share\/(man|locale|lintian|bug|info|bash-completion|doc-base|menu)\/|^usr\/share\/doc\/[^/]+\/(?!copyright$)|^(bin|sbin|lib|lib64|usr\/games|var\/(run|lock|mail|backups|local|opt|spool|log))\/?$|^(proc|sys|dev|boot|home|media|mnt|srv|opt|root)(\/|$)/;
/** Debian 12 keeps these below /usr, with links in their places. */
const MERGED = ["bin", "sbin", "lib", "lib64"];

const mergedPath = (path: string): string =>
  MERGED.includes(path.split("/")[0] ?? "") ? `usr/${path}` : path;

/** The tar of a package's files; dpkg-deb decompresses it. */
async function unpackDeb(path: string) {
  const child = spawn("dpkg-deb", ["--fsys-tarfile", path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const entries = await unpackTar(Readable.toWeb(child.stdout) as never);
  const [code] = (await ended) as [number];
  if (code !== 0) throw new ReleaseProblem(`${path} is no package that dpkg-deb reads.`);
  return entries;
}

async function packageFiles(path: string): Promise<Entry[]> {
  const entries = await unpackDeb(path);
  return entries.flatMap(({ header, data }): Entry[] => {
    const name = posix.normalize(header.name).replace(/^\.?\/|\/$/g, "");
    if (name === "" || name === "." || LEFT_OUT.test(name)) return [];
    const at = mergedPath(name);
    if (header.type === "directory") return [];
    if (header.type === "symlink")
      return [{ path: at, kind: "link", target: header.linkname ?? "" }];
    const mode = modeOf(((header.mode ?? 0) & 0o100) !== 0);
    if (header.type === "link") {
      const from = mergedPath(posix.normalize(header.linkname ?? "").replace(/^\.?\//, ""));
      return [{ path: at, kind: "link", target: `/${from}` }];
    }
    return [{ path: at, kind: "file", mode, content: Buffer.from(data ?? []) }];
  });
}

/** What scanners of images read: which package of Debian's is in it (as in distroless images). */
const statusFile = (path: string, name: string): Entry => {
  const control = execFileSync("dpkg-deb", ["--field", path], { encoding: "utf8" });
  return textFile(`var/lib/dpkg/status.d/${name}`, control);
};

const OPEN_TO_ALL = 0o1777;
const ACCOUNTS: readonly Entry[] = [
  textFile(
    "etc/passwd",
    `root:x:0:0:root:/root:/usr/sbin/nologin\nswath:x:${IMAGE_USER}:${IMAGE_USER}::/var/lib/swath:/usr/sbin/nologin\n`,
  ),
  textFile("etc/group", `root:x:0:\nswath:x:${IMAGE_USER}:\n`),
  textFile("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"),
  { path: "var/lib/swath", kind: "folder", owner: IMAGE_USER, mode: 0o711 },
  { path: "tmp", kind: "folder", mode: OPEN_TO_ALL },
  { path: "usr/bin/sh", kind: "link", target: "dash" },
  ...["proc", "sys", "dev", "run"].map((path): Entry => ({ path, kind: "folder" })),
  ...MERGED.map((path): Entry => ({ path, kind: "link", target: `usr/${path}` })),
];

/** The image's files beside Swath, of the packages that {@link fetchBase} brought. */
export async function baseFiles(root: string): Promise<Entry[]> {
  const found = new Map<string, Entry>();
  for (const { name, file } of readBaseLock(root)) {
    const path = join(cacheOf(root), file);
    for (const entry of [...(await packageFiles(path)), statusFile(path, name)])
      found.set(entry.path, entry);
  }
  // dash's own links to itself, among others, are those of ours.
  for (const entry of ACCOUNTS) found.set(entry.path, entry);
  return [...found.values()];
}
