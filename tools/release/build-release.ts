import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildReleasePages } from "../build-web.mjs";
import { writeNotices } from "../supply/notices.mjs";
import { baseFiles } from "./base-layer.ts";
import { hasBase } from "./base-lock.ts";
import { installedFiles, packageName, writeDebianPackage } from "./debian-package.ts";
import { writeOciImage } from "./oci-image.ts";
import { productFiles } from "./product-files.ts";
import { writeReleaseBill } from "./release-bill.ts";
import { packagingOf, ReleaseProblem, type ReleaseSource } from "./release-source.ts";
import { signSums, writeSums } from "./sums.ts";
import { writeTarGz } from "./tar-archive.ts";
import { below } from "./tree.ts";

export const PARTS = ["tarball", "deb", "image"] as const;
type Part = (typeof PARTS)[number];

export interface ReleaseOrder {
  readonly source: ReleaseSource;
  /** Of this folder everything is replaced. */
  readonly target: string;
  readonly parts: readonly Part[];
  /** Of an Ed25519 key; undefined: nothing is signed. */
  readonly keyPath: string | undefined;
  readonly print: (line: string) => void;
}

/** Files that are made on the way: no part of what is published. */
const aside = (target: string): string => `${target}.parts`;

async function writePackages({ source, target, parts, print }: ReleaseOrder, pages: string) {
  const { root, version, time } = source;
  const product = productFiles(root, pages);
  const written: string[] = [];
  const name = `swath-${version}-linux-x64`;
  if (parts.includes("tarball")) {
    print("The archive …");
    written.push(join(target, `${name}.tar.gz`));
    await writeTarGz(written.at(-1)!, below(name, product), time);
  }
  if (!parts.includes("deb") && !parts.includes("image")) return written;
  print("The Debian package …");
  const files = installedFiles(root, product);
  const data = await writeTarGz(join(aside(target), "data.tar.gz"), files, time);
  if (parts.includes("deb")) {
    written.push(join(target, packageName(version)));
    await writeDebianPackage({ root, version, time, files, data, target: written.at(-1)! });
  }
  if (!parts.includes("image")) return written;
  print("The image …");
  const base = await writeTarGz(join(aside(target), "base.tar.gz"), await baseFiles(root), time);
  written.push(join(target, `swath-${version}-oci.tar`));
  await writeOciImage(written.at(-1)!, source, [base, data]);
  return written;
}

function writePapers({ source, target }: ReleaseOrder): string[] {
  const bill = join(target, `swath-${source.version}.cdx.json`);
  const notices = join(target, "third-party-notices.txt");
  const changes = join(target, "CHANGELOG.md");
  writeReleaseBill(bill, source);
  writeNotices(source.root, notices);
  cpSync(join(packagingOf(source.root), "CHANGELOG.md"), changes);
  return [bill, notices, changes];
}

/** Builds a release of a commit: the same bytes each time, without a network or a daemon. */
export async function buildRelease(order: ReleaseOrder): Promise<readonly string[]> {
  const { source, target, parts, keyPath, print } = order;
  if (parts.includes("image") && !hasBase(source.root))
    throw new ReleaseProblem(
      "What the image is based on is not here: `npm run release -- --base` fetches it once from Debian, " +
        "and --without image builds the rest.",
    );
  for (const folder of [target, aside(target)]) rmSync(folder, { recursive: true, force: true });
  for (const folder of [target, aside(target)]) mkdirSync(folder, { recursive: true });
  try {
    print("The web pages …");
    const pages = join(aside(target), "pages");
    buildReleasePages(source, pages);
    const written = [...(await writePackages(order, pages)), ...writePapers(order)];
    const sums = await writeSums(written);
    return keyPath === undefined ? [...written, sums] : [...written, sums, signSums(sums, keyPath)];
  } finally {
    rmSync(aside(target), { recursive: true, force: true });
  }
}
