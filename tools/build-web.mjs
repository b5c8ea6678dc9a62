import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { writeBillOfMaterials } from "./supply/bill-of-materials.mjs";
import { writeNotices } from "./supply/notices.mjs";
import { buildInfo, keepBuildInfo } from "./build-info.mjs";
import { placeFolder } from "./place-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const web = join(root, "apps/web");
const dist = join(web, "dist");
const guide = join(web, "public/user-guide.pdf");
const GUIDE_SOURCES = [
  "docs/user-guide.md",
  "docs/images/guide",
  "tools/user-guide",
  "package.json",
];
const SOURCES = [
  "apps/web/src",
  "apps/web/public",
  "apps/web/index.html",
  "apps/web/package.json",
  "apps/web/vite.config.ts",
  "packages/contract/src",
  "packages/plan/src",
  "packages/survey/src",
  "packages/upload-engine/src",
  "packages/worker-rpc/src",
  "tools/language",
  "tools/map-chunks.ts",
  "tools/pages-contract.ts",
  "package-lock.json",
];

/** When the newest file below a path was changed; tests are no part of the pages. */
function newest(path) {
  if (!existsSync(path) || /\.test\.tsx?$/.test(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Lays beside each asset its smallest forms, once, so that no visit pays for compressing it. */
function compressAssets(pages) {
  const assets = join(pages, "assets");
  for (const name of readdirSync(assets).filter((file) => /\.(js|css|wasm|svg)$/.test(file))) {
    const path = join(assets, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Writes the user guide where it is missing or older than what it is made of. */
export function buildUserGuide(node) {
  if (isGuideCurrent()) return;
  writeUserGuide(node, { of: root });
}

/** Writes the user guide of a checkout, as of a time where one is given. */
function writeUserGuide(node, { of, time }) {
  const epoch = time === undefined ? {} : { SOURCE_DATE_EPOCH: String(time.getTime() / 1000) };
  const { status } = spawnSync(node, [join(of, "tools/user-guide/write-guide.ts")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...epoch },
  });
  if (status === 0) return;
  console.error("The user guide does not build: see above.");
  process.exit(1);
}

/** Builds the web pages where they are missing or older than their sources. */
export function buildWeb(node) {
  buildPages(node);
  noteBuild();
}

/** Notes which commit the pages are of; not where another user built them. */
export function noteBuild() {
  const branch = process.env.SWATH_BUILD_BRANCH;
  try {
    keepBuildInfo(dist, buildInfo(root, { branch }));
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
  }
}

/** Whether a file is there, and as new as all that it is made of. */
function isCurrent(path, sources) {
  const wanted = Math.max(...sources.map((source) => newest(join(root, source))));
  return existsSync(path) && statSync(path).mtimeMs >= wanted;
}

const isGuideCurrent = () => isCurrent(guide, GUIDE_SOURCES);
const arePagesBuilt = () => isCurrent(join(dist, "index.html"), SOURCES);

/** Whether there is nothing to build. */
export const isBuilt = () => isGuideCurrent() && arePagesBuilt();

/** Each build has a folder of its own until it is whole: others may build or serve meanwhile. */
function buildPages(node) {
  buildUserGuide(node);
  if (arePagesBuilt()) return;
  console.error("Building the web pages …");
  const pages = join(web, `.dist-${process.pid}`);
  bundlePages(node, root, pages);
  writeBillOfMaterials(root, join(root, "dist/sbom.cdx.json"));
  placeFolder(pages, dist);
}

/** Bundles the pages of a checkout into a folder. */
function bundlePages(node, of, pages) {
  const vite = join(of, "node_modules/vite/bin/vite.js");
  const options = ["--logLevel", "error", "--outDir", pages, "--emptyOutDir"];
  const { status } = spawnSync(node, [vite, "build", ...options], {
    cwd: join(of, "apps/web"),
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) {
    console.error("The web pages do not build: see above.");
    process.exit(1);
  }
  compressAssets(pages);
  writeNotices(of, join(pages, "third-party-notices.txt"));
}

/**
 * Builds the pages of a release's commit into a folder: nothing in them depends on when they are built,
 * and they are those of production, whatever branch is checked out.
 */
export function buildReleasePages({ root: of, number, revision, time }, pages) {
  const node = process.execPath;
  writeUserGuide(node, { of, time });
  bundlePages(node, of, pages);
  const info = { number, environment: "", revision, time: `${time.toISOString().slice(0, 19)}Z` };
  keepBuildInfo(pages, info);
}
