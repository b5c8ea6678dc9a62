import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ReleaseSource } from "./release-source.ts";
import { tarStream, type WrittenArchive } from "./tar-archive.ts";
import { type Entry, textFile } from "./tree.ts";

/** The image's user, who is in no other image: 64,101 to 64,103 are ours alone. */
export const IMAGE_USER = 64_101;
const HOME = "/var/lib/swath";
const PORT = "4680/tcp";

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

const MEDIA = "application/vnd.oci.image";

function blob(mediaType: string, value: unknown) {
  const content = Buffer.from(JSON.stringify(value));
  const sha256 = createHash("sha256").update(content).digest("hex");
  const descriptor = { mediaType, digest: `sha256:${sha256}`, size: content.length };
  const file: Entry = { path: `blobs/sha256/${sha256}`, kind: "file", mode: 0o644, content };
  return { descriptor, file };
}

/** How the image runs (image-spec 1.1, config.md). */
function configOf(source: ReleaseSource, layers: readonly WrittenArchive[]) {
  return {
    created: source.time.toISOString(),
    architecture: "amd64",
    os: "linux",
    config: {
      User: `${IMAGE_USER}:${IMAGE_USER}`,
      ExposedPorts: { [PORT]: {} },
      Env: [
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        `SWATH_DATA=${HOME}/data`,
        `HOME=${HOME}`,
      ],
      // Node reaps no orphans, and the first process of a container gets them all.
      Entrypoint: ["/usr/bin/tini", "--", "/usr/bin/swath"],
      Cmd: ["serve"],
      Volumes: { [HOME]: {} },
      WorkingDir: HOME,
      StopSignal: "SIGTERM",
      Labels: labelsOf(source),
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ tarSha256 }) => `sha256:${tarSha256}`) },
    history: ["Debian's packages, unpacked", "Swath"].map((comment) => ({
      created: source.time.toISOString(),
      created_by: "npm run release",
      comment,
    })),
  };
}

/** The annotations of the specification that name where an image comes from. */
const labelsOf = ({ version, revision, time }: ReleaseSource) => ({
  "org.opencontainers.image.title": "swath",
  "org.opencontainers.image.version": version,
  "org.opencontainers.image.revision": revision,
  "org.opencontainers.image.created": time.toISOString(),
  "org.opencontainers.image.licenses": "Apache-2.0",
});

/** A version as a tag of images, which has no plus. */
export const tagOf = (version: string): string => version.replaceAll("+", "-");

const layerOf = ({ sha256, size }: WrittenArchive): Descriptor => ({
  mediaType: `${MEDIA}.layer.v1.tar+gzip`,
  digest: `sha256:${sha256}`,
  size,
});

/** Writes an image of layers as an OCI layout (image-layout.md) in one tar. */
export async function writeOciImage(
  target: string,
  source: ReleaseSource,
  layers: readonly WrittenArchive[],
): Promise<void> {
  const config = blob(`${MEDIA}.config.v1+json`, configOf(source, layers));
  const manifest = blob(`${MEDIA}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config: config.descriptor,
    layers: layers.map(layerOf),
    annotations: labelsOf(source),
  });
  const index = {
    schemaVersion: 2,
    mediaType: `${MEDIA}.index.v1+json`,
    manifests: [
      {
        ...manifest.descriptor,
        platform: { architecture: "amd64", os: "linux" },
        annotations: { "org.opencontainers.image.ref.name": tagOf(source.version) },
      },
    ],
  };
  const entries: Entry[] = [
    textFile("oci-layout", JSON.stringify({ imageLayoutVersion: "1.0.0" })),
    textFile("index.json", JSON.stringify(index)),
    config.file,
    manifest.file,
    ...layers.map(({ sha256, path }): Entry => ({
      path: `blobs/sha256/${sha256}`,
      kind: "file",
      mode: 0o644,
      from: path,
    })),
  ];
  await pipeline(tarStream(entries, source.time), createWriteStream(target));
}
