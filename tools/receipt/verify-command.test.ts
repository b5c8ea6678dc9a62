import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  PART_BYTES,
  type Receipt,
  type ReceiptFile,
  receiptLine,
  signedText,
} from "@swath/contract/uploads";
import { createXXHash128 } from "hash-wasm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verifyCommand } from "./verify-command.ts";

const AT = "2026-11-23T10:00:00.000Z";
const BASE = "FL000123_045";
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const { x } = publicKey.export({ format: "jwk" });
const kid = createHash("sha256")
  .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
  .digest("base64url");
const hasher = await createXXHash128();
const xxh128 = (...parts: Uint8Array[]): string => {
  hasher.init();
  for (const part of parts) hasher.update(part);
  return hasher.digest();
};

let place: string;
let folder: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "swath-verify-"));
  folder = join(place, BASE);
  mkdirSync(join(folder, "below"), { recursive: true });
  for (const [name, text] of Object.entries(CONTENTS)) writeFileSync(join(folder, name), text);
  writeFileSync(
    join(place, "keys.json"),
    JSON.stringify({ keys: [{ kty: "OKP", crv: "Ed25519", x }] }),
  );
  save(receipt());
});
afterEach(() => rmSync(place, { recursive: true }));

const CONTENTS = { "a.range": "range", "below/b.laz": "points", "c.kmz": "plan" };

function fileOf(path: string, bytes: number, sums: string[]): ReceiptFile {
  return { path, bytes, xxh128: sums, places: [{ bucket: "lidar", key: `k/${path}`, stored: AT }] };
}
const FILES = Object.entries(CONTENTS).map(([name, text]) =>
  fileOf(`${BASE}/${name}`, text.length, [xxh128(Buffer.from(text))]),
);

function receipt(files: readonly ReceiptFile[] = FILES, version: 1 | 2 = 1): Receipt {
  const read = version === 2 ? { read: AT } : {};
  const head = {
    version,
    flightId: "FL000123",
    uploadId: "0".repeat(24),
    uploadType: "LiDAR",
    sensorName: "Galaxy",
    ready: AT,
    readyBy: "Casey Crew",
    made: AT,
    madeBy: "Casey Crew",
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: createHash("sha256").update(files.map(receiptLine).join("")).digest("hex"),
    ...read,
    kid,
  } as const;
  const signature = sign(null, Buffer.from(signedText(head)), privateKey).toString("base64");
  return { head, files: [...files], signature };
}
const save = (value: unknown): void =>
  writeFileSync(join(place, "receipt.json"), JSON.stringify(value));
const verify = (...words: string[]) =>
  verifyCommand([
    join(place, "receipt.json"),
    folder,
    ...(words.length > 0 ? words : ["--key", join(place, "keys.json")]),
  ]);

const verifyReading = (...words: string[]) => verify("--key", join(place, "keys.json"), ...words);

test("a folder as it was sent is equal, and the trust is said", async () => {
  const { status, output } = await verify();
  expect(status).toBe(0);
  expect(output).toContain(`trusted: keys of the file ${join(place, "keys.json")}`);
  expect(output).toContain("All 3 files are equal to what was stored.");
});

const READ = FILES.map((file) => ({
  ...file,
  places: file.places.map((standing) => ({ ...standing, read: AT })),
}));

test("a receipt of version 1 verifies, and one of version 2 says when the server read the files", async () => {
  const first = await verify();
  expect(first.status).toBe(0);
  expect(first.output).toContain("does not say when the server read the stored files");
  save(receipt(READ, 2));
  const second = await verify();
  expect(second.status).toBe(0);
  expect(second.output).toContain(`found it as sealed, on ${AT}.`);
});

test.each([
  ["version 2 without times", () => receipt(FILES, 2)],
  ["version 1 with times", () => receipt(READ, 1)],
])("a receipt of %s is none", async (_, made) => {
  save(made());
  const { status, error } = await verify();
  expect(status).toBe(2);
  expect(error).toContain("refused");
});

test.each([
  ["a changed byte", () => writeFileSync(join(folder, "a.range"), "rangE"), "other content: "],
  ["an appended byte", () => appendFileSync(join(folder, "a.range"), "!"), "other size: "],
  ["a shortened file", () => truncateSync(join(folder, "a.range"), 2), "other size: "],
  ["a deleted file", () => rmSync(join(folder, "a.range")), "missing: "],
])("%s makes the folder differ, with the file's name", async (_, change, words) => {
  change();
  const { status, output } = await verify();
  expect(status).toBe(1);
  expect(output).toContain(`${words}${BASE}/a.range\n1 difference, 2 files are equal`);
  expect(output).toContain("do NOT wipe the drive");
});

test("a file that was never sent makes the folder differ", async () => {
  writeFileSync(join(folder, "below", "new.laz"), "new");
  const { status, output } = await verify();
  expect(status).toBe(1);
  expect(output).toContain(`not in the receipt: ${BASE}/below/new.laz`);
});

const named = (name: string) => fileOf(`${BASE}/${name}`, 3, [xxh128(Buffer.from("abc"))]);

describe("a name with accents", () => {
  const MAC = "Mu\u0308ller.range";
  const WINDOWS = "M\u00fcller.range";

  test.each([
    ["sent from Windows and found on a Mac", WINDOWS, MAC],
    ["sent from a Mac and found on Windows", MAC, WINDOWS],
  ])("is one file, %s", async (_, sent, found) => {
    save(receipt([...FILES, named(sent)]));
    writeFileSync(join(folder, found), "abc");
    const { status, output } = await verify();
    expect(status).toBe(0);
    expect(output).toContain("All 4 files are equal");
  });

  test("in two spellings on one drive is one file that was sent, and one that was not", async () => {
    save(receipt([...FILES, named(WINDOWS)]));
    writeFileSync(join(folder, WINDOWS), "abc");
    writeFileSync(join(folder, MAC), "other");
    const { status, output } = await verify();
    expect(status).toBe(1);
    expect(output).toContain(`not in the receipt: ${BASE}/Mu\\u{308}ller.range\n1 difference`);
  });
});

test("a file that is changed while it is read is not called equal, though its time is put back", async () => {
  const file = join(folder, "a.range");
  const putBack = (): void => utimesSync(file, 1_000, 1_000);
  putBack();
  const { ctimeNs } = statSync(file, { bigint: true });
  const { status, output } = await verifyCommand(
    [join(place, "receipt.json"), folder, "--key", join(place, "keys.json")],
    () => {
      do {
        writeFileSync(file, CONTENTS["a.range"].toUpperCase());
        putBack();
      } while (statSync(file, { bigint: true }).ctimeNs === ctimeNs);
    },
  );
  expect(status).toBe(1);
  expect(output).toContain(`changed while it was read: ${BASE}/a.range`);
  expect(output).toContain("Compared: names in either spelling of accents, sizes, and the content");
});

test("a link that leads out is named and not followed, unless that is asked for", async () => {
  writeFileSync(join(place, "elsewhere"), CONTENTS["a.range"]);
  rmSync(join(folder, "a.range"));
  symlinkSync(join(place, "elsewhere"), join(folder, "a.range"));
  symlinkSync("..", join(folder, "loop"));
  const { status, output } = await verify();
  expect(status).toBe(1);
  expect(output).toContain(`a link, not compared: ${BASE}/a.range → `);
  expect(output).toContain(`a link, not compared: ${BASE}/loop → `);
  rmSync(join(folder, "loop"));
  expect((await verifyReading("--follow-links")).status).toBe(0);
});

test("a link within the folder is compared as what it leads to", async () => {
  renameSync(join(folder, "a.range"), join(folder, "kept.range"));
  symlinkSync("kept.range", join(folder, "a.range"));
  const { output } = await verify();
  expect(output).toContain(`not in the receipt: ${BASE}/kept.range\n1 difference`);
});

test("companions are not compared, but what the receipt holds is, whatever its name", async () => {
  for (const name of ["._a.range", ".DS_Store", "x.tmp"]) writeFileSync(join(folder, name), "x");
  mkdirSync(join(folder, "System Volume Information"));
  writeFileSync(join(folder, "System Volume Information", "b"), "x");
  expect((await verify()).output).toContain(`not in the receipt: ${BASE}/x.tmp\n1 difference`);
  expect((await verifyReading("--companions", "*.tmp")).status).toBe(0);
  expect((await verifyReading("--companions", "*")).error).toContain("would leave flight data out");
  const [own, below] = [`${BASE}/._a.range`, `${BASE}/System Volume Information/b`];
  const sums = [xxh128(Buffer.from("y"))];
  save(receipt([...FILES, fileOf(own, 1, sums), fileOf(below, 1, sums)]));
  const { output } = await verifyReading("--companions", "*.tmp");
  expect(output).toContain(`other content: ${own}`);
  expect(output).toContain(`other content: ${below}`);
});

function sparse(bytes: number, last: string): void {
  const file = openSync(join(folder, "large.range"), "w");
  writeSync(file, last, bytes - last.length);
  closeSync(file);
}

describe("a file of several parts", () => {
  const size = PART_BYTES + 3;
  const zeros = Buffer.alloc(PART_BYTES);
  const sums = (last: string): string[] => [xxh128(zeros), xxh128(Buffer.from(last))];

  test("is compared part by part", async () => {
    sparse(size, "end");
    save(receipt([...FILES, fileOf(`${BASE}/large.range`, size, sums("end"))]));
    expect((await verify()).status).toBe(0);
    sparse(size, "eNd");
    expect((await verify()).output).toContain(`other content: ${BASE}/large.range`);
  });

  test("that ends with a whole part has no empty one behind it", async () => {
    sparse(2 * PART_BYTES, "\0");
    const whole = [xxh128(zeros), xxh128(zeros)];
    save(receipt([...FILES, fileOf(`${BASE}/large.range`, 2 * PART_BYTES, whole)]));
    expect((await verify()).status).toBe(0);
  });
});

test("a folder of another name is taken for the receipt's only one", async () => {
  folder = join(place, "copy");
  mkdirSync(join(folder, "below"), { recursive: true });
  for (const [name, text] of Object.entries(CONTENTS)) writeFileSync(join(folder, name), text);
  expect((await verify()).status).toBe(0);
});

const evil = fileOf(`${BASE}/x`, 1, ["0".repeat(32)]);
test.each<[string, () => unknown, string]>([
  [
    "a list that was changed",
    () => ({ ...receipt(), files: FILES.slice(1) }),
    "changed after it was signed",
  ],
  [
    "another checksum of a file",
    () => ({ ...receipt(), files: FILES.map((file) => ({ ...file, xxh128: ["0".repeat(32)] })) }),
    "changed after it was signed",
  ],
  [
    "a head that was changed",
    () => ({ ...receipt(), head: { ...receipt().head, madeBy: "Mallory" } }),
    "signature is not valid",
  ],
  [
    "a list and head changed together",
    () => ({ ...receipt([...FILES, evil]), signature: receipt().signature }),
    "signature is not valid",
  ],
  [
    "a key that nobody trusts",
    () => ({ ...receipt(), head: { ...receipt().head, kid: "k".repeat(43) } }),
    "is none of the keys",
  ],
  [
    "a path out of the folder",
    () => receipt([{ ...evil, path: `${BASE}/../../x` }]),
    "holds . or ..",
  ],
  ["an absolute path", () => receipt([{ ...evil, path: "/etc/passwd" }]), "is absolute"],
  ["a file named twice", () => receipt([evil, evil]), "twice"],
  ["a member that is not declared", () => ({ ...receipt(), note: "trust me" }), "not a receipt"],
  ["something else", () => [1, 2], "refused"],
])("with %s nothing is verified", async (_, made, words) => {
  save(made());
  const { status, error, output } = await verify();
  expect({ status, output }).toEqual({ status: 2, output: undefined });
  expect(error).toContain(words);
});

test("a receipt of more bytes than any has is not read", async () => {
  truncateSync(join(place, "receipt.json"), 1_000_000_000_000);
  const { status, error } = await verify();
  expect(status).toBe(2);
  expect(error).toContain("more than 536870912");
});

const answers = async (body: string, status = 200): Promise<string[]> => {
  const server = createServer((request, response) => {
    const known = request.url === "/.well-known/swath-receipt-keys.json";
    response.writeHead(known ? status : 404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const {
    status: exit,
    output = "",
    error = "",
  } = await verify("--server", `http://127.0.0.1:${port}`);
  await new Promise((resolve) => server.close(resolve));
  return [String(exit), output + error];
};

describe("the keys of a server", () => {
  const keys = JSON.stringify({ keys: [{ kty: "OKP", crv: "Ed25519", x }] });

  test("are asked for, and said to be the trust", async () => {
    const [status, words] = await answers(keys);
    expect(words).toMatch(/trusted: keys served by http:\/\/127\.0\.0\.1:\d+, on this machine/);
    expect(status).toBe("0");
  });

  test.each([
    ["refuses", keys, 503],
    ["answers no JSON", "<html>", 200],
    ["answers without end", "x".repeat(2_000_000), 200],
  ])("that %s verify nothing", async (_, body, status) => {
    expect((await answers(body, status))[0]).toBe("2");
  });
});

test.each([[[]], [["one"]], [["a", "b", "--key", "k", "--server", "s"]]])(
  "called with %j it says how it is called",
  async (words) => {
    expect(await verifyCommand(words)).toEqual({
      status: 2,
      error: expect.stringContaining("verify-receipt -- FILE FOLDER"),
    });
  },
);

test("names that would act on the terminal are printed as escapes", async () => {
  writeFileSync(join(folder, "\u001b]0;owned\u0007"), "x");
  expect((await verify()).output).toContain("\\u001b]0;owned\\u0007");
});
