import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { plainFileName, withForm } from "./receive-form.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd", "passwd"],
  [String.raw`C:\Users\crew\log.txt`, "log.txt"],
  ["a\u0000b\r\nc\u202Egnp.exe", "abcgnp.exe"],
  ["<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png"],
  ["..", "attachment"],
  ["", "attachment"],
  [`${"x".repeat(300)}.tar.gz`, `${"x".repeat(197)}.gz`],
])("the file name %j is %j to people", (given, plain) => {
  expect(plainFileName(given)).toBe(plain);
});

const part = (name: string, more = ""): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

describe("a form whose file is not sent to its end leaves nothing behind", () => {
  const shape = { fields: z.object({}), fileField: "file", maxFileBytes: 1_000_000 };
  const begunFile = `${part("file", '; filename="a"')}${"x".repeat(100_000)}`;
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "swath-forms-"));
    vi.stubEnv("TMPDIR", folder);
    return async () => {
      const left = await readdir(folder);
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
      expect(left).toEqual([]);
    };
  });

  /** Sends the beginning of a form; answers its sender, and what its receiver throws. */
  async function begin(sent: string) {
    const received = Promise.withResolvers<unknown>();
    const server = createServer((request) => {
      withForm(request, shape, async () => "received").then(received.resolve, received.resolve);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const sender = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sender.on("error", () => {});
    onTestFinished(() => {
      sender.destroy();
      server.close();
    });
    sender.write(
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n" +
        `content-length: 500000\r\n\r\n${sent}`,
    );
    return { sender, thrown: received.promise };
  }

  test("where its sender goes away", async () => {
    const { sender, thrown } = await begin(begunFile);
    await vi.waitFor(async () => {
      const [form = ""] = await readdir(folder);
      expect((await stat(join(folder, form, "file"))).size).toBeGreaterThan(0);
    });
    sender.destroy();
    expect(await thrown).toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("where a field before it is refused", async () => {
    const { thrown } = await begin(`${part("a")}1\r\n${part("a")}2\r\n${begunFile}`);
    expect(await thrown).toMatchObject({ message: "a: is too long or there twice" });
  });
});
