import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { type Entry, wholeTree } from "./tree.ts";

/** Owner, group and times of all that an archive holds are the same, whoever builds it where and when. */
const ROOT = { uid: 0, gid: 0, uname: "root", gname: "root" };

type Packer = ReturnType<typeof createTarPacker>["controller"];

async function addFile(packer: Packer, entry: Entry & { kind: "file" }, mtime: Date) {
  const body = "content" in entry ? Readable.from([entry.content]) : createReadStream(entry.from);
  const size = "content" in entry ? entry.content.length : (await stat(entry.from)).size;
  const writer = packer
    .add({ name: entry.path, size, mode: entry.mode, mtime, ...ROOT })
    .getWriter();
  for await (const chunk of body) await writer.write(chunk as Buffer);
  await writer.close();
}

function folderHeader({ path, mode = 0o755, owner }: Entry & { kind: "folder" }) {
  const owned = owner === undefined ? {} : { uid: owner, gid: owner, uname: "", gname: "" };
  return { name: `${path}/`, type: "directory" as const, mode, ...owned };
}

const linkHeader = ({ path, target }: Entry & { kind: "link" }) => ({
  name: path,
  type: "symlink" as const,
  linkname: target,
  mode: 0o777,
});

/** Those without a body: nothing is written, but the stream must be closed. */
async function addEmpty(packer: Packer, entry: Exclude<Entry, { kind: "file" }>, mtime: Date) {
  const header = entry.kind === "folder" ? folderHeader(entry) : linkHeader(entry);
  await packer.add({ ...ROOT, ...header, size: 0, mtime }).close();
}

/** A tar archive of a tree, as a stream. */
export function tarStream(entries: readonly Entry[], mtime: Date): Readable {
  const { readable, controller } = createTarPacker();
  const fill = async (): Promise<void> => {
    for (const entry of wholeTree(entries))
      await (entry.kind === "file"
        ? addFile(controller, entry, mtime)
        : addEmpty(controller, entry, mtime));
    controller.finalize();
  };
  fill().catch((error: unknown) => controller.error(error));
  return Readable.fromWeb(readable as never);
}

/** SHA-256 and length of what passes. */
function digesting() {
  const hash = createHash("sha256");
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ sha256: hash.digest("hex"), size }) };
}

export interface WrittenArchive {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** Of the tar within the gzip. */
  readonly tarSha256: string;
}

/** Writes a tree as tar.gz; zlib writes neither a name nor a time into it. */
export async function writeTarGz(
  path: string,
  entries: readonly Entry[],
  mtime: Date,
): Promise<WrittenArchive> {
  const [tar, packed] = [digesting(), digesting()];
  const stages = [tarStream(entries, mtime), tar.through, createGzip({ level: 6 }), packed.through];
  await pipeline([...stages, createWriteStream(path)]);
  return { path, ...packed.result(), tarSha256: tar.result().sha256 };
}
