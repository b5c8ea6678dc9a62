import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LEGAL = /^(licen[cs]e|copying|notice|copyright)([.-].*)?$/i;
const RULE = `\n${"-".repeat(72)}\n\n`;

/** Packages of the lock file that the product is made of and that are installed here. */
function shipped(root) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link && !entry.dev)
    .map(([path, entry]) => ({
      folder: join(root, path),
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version: entry.version,
      license: entry.license ?? "not stated",
    }))
    .filter(({ folder }) => existsSync(folder))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function legalTexts(folder) {
  const files = readdirSync(folder, { withFileTypes: true });
  return files
    .filter((file) => file.isFile() && LEGAL.test(file.name))
    .map(({ name }) => readFileSync(join(folder, name), "utf8").trim())
    .toSorted();
}

function authorOf(folder) {
  const { author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return typeof author === "string" ? author : (author?.name ?? "its authors");
}

/** Licences and notices of all that the product is made of; packages of one text share it. */
export function thirdPartyNotices(root) {
  const byText = new Map();
  for (const { folder, name, version, license } of shipped(root)) {
    const texts = legalTexts(folder);
    const text = texts.join("\n\n") || `Licence ${license}; copyright ${authorOf(folder)}.`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = Array.from(byText, ([text, names]) => `${names.join("\n")}\n\n${text}\n`);
  return `Swath contains the following software of others.\n${RULE}${parts.join(RULE)}`;
}

/** Writes {@link thirdPartyNotices} to a file. */
export function writeNotices(root, file) {
  writeFileSync(file, thirdPartyNotices(root));
}
