import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

const MAIN = new URL("../main.ts", import.meta.url).pathname;
/** PostgreSQL's programs are public. */
const PUBLIC = /^programs(\/|$)/;

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    names.map(async (name) => ({ name, mode: (await lstat(join(folder, name))).mode })),
  );
  return found.flatMap(({ name, mode }) =>
    (mode & 0o077) === 0 || PUBLIC.test(name) ? [] : [`${relative(".", name)} ${mode.toString(8)}`],
  );
}

test("nothing that Swath writes is open to other users of the machine", async () => {
  const place = await mkdtemp(join(tmpdir(), "swath-data-"));
  await chmod(place, 0o711);
  const [data, web] = [join(place, "data"), join(place, "web")];
  await mkdir(web);
  await writeFile(join(web, "index.html"), "<!doctype html><title>Swath</title>");
  const command = `umask 022; exec "${process.execPath}" "${MAIN}" serve --with-worker`;
  const environment = { PATH: process.env["PATH"] ?? "", PORT: await freePort(), SWATH_WEB: web };
  const child = spawn("sh", ["-c", command], {
    env: { ...environment, SWATH_DATA: data, SWATH_LOG_FILE: join(data, "logs", "swath.log") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(place, { recursive: true, force: true });
  });
  await once(createInterface(child.stdout), "line");
  const names = await readdir(data);
  expect(names).toEqual(expect.arrayContaining(["lock.db", "logs", "objects", "postgres"]));
  expect(await openToOthers(data)).toEqual([]);
  expect((await lstat(data)).mode & 0o007).toBe(0);
}, 180_000);
