import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

// Not `--omit=dev`: npm then leaves out whatever the root's development needs too, such as zod.
const WORDS = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"];

/** Package URLs of what is for development only. */
function developmentOnly(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const folder = "node_modules/";
  const purls = (wanted) =>
    Object.entries(packages)
      .filter(([path, { dev = false }]) => path.includes(folder) && dev === wanted)
      .map(
        ([path, { version }]) =>
          `${path.slice(path.lastIndexOf(folder) + folder.length)}@${version}`,
      );
  const shipped = new Set(purls(false));
  return new Set(purls(true).filter((purl) => !shipped.has(purl)));
}

/** What the product is made of, of all platforms, as a CycloneDX document; npm makes it from the lock file. */
export function billOfMaterials(root) {
  const { status, stdout, stderr } = spawnSync("npm", [...WORDS, "--loglevel=error"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(stderr.trim() || "npm sbom failed");
  const tools = developmentOnly(root);
  const bill = JSON.parse(stdout);
  // npm names the product after its folder.
  bill.metadata.component.name = "swath";
  return withoutTools(bill, tools);
}

function withoutTools(bill, tools) {
  const left = new Set(
    bill.components
      .filter(({ purl }) => !tools.has(decodeURIComponent(purl).replace("pkg:npm/", "")))
      .map((component) => component["bom-ref"]),
  );
  bill.components = bill.components.filter((component) => left.has(component["bom-ref"]));
  const known = (ref) => left.has(ref) || ref === bill.metadata.component["bom-ref"];
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => known(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(known) }));
  return bill;
}

/** Writes the bill of materials; where npm cannot make one the pages are built without. */
export function writeBillOfMaterials(root, file) {
  try {
    const text = `${JSON.stringify(billOfMaterials(root), undefined, 2)}\n`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    console.error(`There is no bill of materials (npm 10 or newer makes it): ${error.message}`);
  }
}
