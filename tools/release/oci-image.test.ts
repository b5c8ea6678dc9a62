import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { tagOf, writeOciImage } from "./oci-image.ts";
import { writeTarGz } from "./tar-archive.ts";
import { textFile } from "./tree.ts";

const place = mkdtempSync(join(tmpdir(), "swath-oci-"));
afterAll(() => rmSync(place, { recursive: true }));

const source = {
  root: ".",
  version: "3.3.3+1624.2b0236b7e7",
  release: "3.3.3",
  revision: "2b0236b7e7",
  number: "1624",
  time: new Date("2026-11-30T04:00:15Z"),
};

const descriptorSchema = z.object({
  mediaType: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  size: z.number(),
});
const indexSchema = z.object({
  schemaVersion: z.literal(2),
  manifests: z.tuple([descriptorSchema.extend({ annotations: z.record(z.string(), z.string()) })]),
});
const manifestSchema = z.object({
  schemaVersion: z.literal(2),
  config: descriptorSchema,
  layers: z.array(descriptorSchema),
});
const configSchema = z.object({
  architecture: z.literal("amd64"),
  os: z.literal("linux"),
  config: z.object({ User: z.string(), Entrypoint: z.array(z.string()), Cmd: z.array(z.string()) }),
  rootfs: z.object({ type: z.literal("layers"), diff_ids: z.array(z.string()) }),
  history: z.array(z.unknown()),
});

const json = (bytes: Uint8Array = new Uint8Array()): unknown =>
  JSON.parse(Buffer.from(bytes).toString());

test("an image is a layout whose every blob is what its digest and size say", async () => {
  const layers = [];
  for (const name of ["base", "product"])
    layers.push(await writeTarGz(join(place, name), [textFile(name, name)], source.time));
  const target = join(place, "image.tar");
  await writeOciImage(target, source, layers);
  const files = new Map(
    (await unpackTar(readFileSync(target))).map(({ header, data }) => [header.name, data]),
  );
  const blob = ({ digest, size }: z.output<typeof descriptorSchema>): Buffer => {
    const bytes = Buffer.from(files.get(`blobs/sha256/${digest.slice(7)}`) ?? []);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(digest.slice(7));
    expect(bytes.length).toBe(size);
    return bytes;
  };
  expect(json(files.get("oci-layout"))).toEqual({ imageLayoutVersion: "1.0.0" });
  const [named] = indexSchema.parse(json(files.get("index.json"))).manifests;
  expect(named.annotations["org.opencontainers.image.ref.name"]).toBe("3.3.3-1624.2b0236b7e7");
  const manifest = manifestSchema.parse(json(blob(named)));
  for (const layer of manifest.layers) blob(layer);
  const config = configSchema.parse(json(blob(manifest.config)));
  expect(config.rootfs.diff_ids).toEqual(layers.map(({ tarSha256 }) => `sha256:${tarSha256}`));
  expect(config.history).toHaveLength(layers.length);
  expect(config.config.User).not.toMatch(/^(root|0)\b/);
});

test("a version becomes a tag that registries take", () => {
  expect(tagOf("3.3.3+1624.2b0236b7e7")).toMatch(/^[\w][\w.-]{0,127}$/);
});
