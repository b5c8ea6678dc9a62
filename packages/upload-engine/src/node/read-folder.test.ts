import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { lstat, readdir, readlink, realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { companions, leftOutText } from "@swath/survey";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FolderAccess, readFolder, type ReadFolderOptions } from "./read-folder.ts";

const NAME = "FL000123_045";
let place: string;
let folder: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "swath-folder-")));
  folder = join(place, NAME);
  write(`${NAME}/FL000123_01/a.range`, "11");
  write(`${NAME}/plan.kmz`, "1");
});
afterEach(() => rmSync(place, { recursive: true }));

/** Writes a file below the test's own place. */
function write(path: string, content = "x"): void {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), content);
}
const link = (path: string, to: string): void => symlinkSync(to, join(place, path));

const short = (text: string): string => text.replace(`${NAME}/`, "").replaceAll(place, "~");

/** What was read, and what was left out, as they are listed, without the base folder. */
async function found(options?: ReadFolderOptions, of = folder) {
  const { files, reading } = await readFolder(of, options);
  return {
    files: files.map(({ path, size }) => `${short(path)} ${size}`),
    leftOut: reading.leftOut.map((one) => short(leftOutText(one))),
    followed: reading.followed.map(({ path, target }) => short(`${path} → ${target}`)),
  };
}

const OWN = ["FL000123_01/a.range 2", "plan.kmz 1"];

test("files are named from the folder's own name on, in order, and folders with them", async () => {
  mkdirSync(join(folder, "FL000123_02"));
  const { files, reading } = await readFolder(`${folder}/`);
  expect(files.map(({ path }) => path)).toEqual([
    `${NAME}/FL000123_01/a.range`,
    `${NAME}/plan.kmz`,
  ]);
  expect(Buffer.from(await files[0]!.read(1, 9)).toString()).toBe("1");
  expect(reading).toEqual({
    leftOut: [],
    followed: [],
    folders: [NAME, `${NAME}/FL000123_01`, `${NAME}/FL000123_02`],
    companions: 0,
  });
});

test("what is no folder, or not there, throws", async () => {
  await expect(readFolder(join(folder, "nowhere"))).rejects.toMatchObject({ code: "ENOENT" });
  await expect(readFolder(join(folder, "plan.kmz"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

describe("links", () => {
  test("drive/F1 within the folder are followed, by their own names", async () => {
    link(`${NAME}/FL000123_02`, "FL000123_01");
    link(`${NAME}/FL000123_03`, "./FL000123_02/../FL000123_01");
    link(`${NAME}/b.kmz`, join(folder, "plan.kmz"));
    link(`${NAME}/c.kmz`, "b.kmz");
    expect(await found()).toEqual({
      files: [
        ...OWN.slice(0, 1),
        "FL000123_02/a.range 2",
        "FL000123_03/a.range 2",
        "b.kmz 1",
        "c.kmz 1",
        "plan.kmz 1",
      ],
      leftOut: [],
      followed: [],
    });
  });

  test("drive/F2 that lead out are named, and followed where that is asked for", async () => {
    write("elsewhere/b.range", "222");
    write("elsewhere/c.pdf", "3333");
    write(`${NAME} 2/d.range`);
    link(`${NAME}/FL000123_02`, "../elsewhere");
    link(`${NAME}/FL000123_03`, "FL000123_02");
    link(`${NAME}/FL000123.pdf`, join(place, "elsewhere/c.pdf"));
    link(`${NAME}/d`, `../${NAME} 2`);
    link("elsewhere/back", `../${NAME}/FL000123_01`);
    const left = [
      "FL000123.pdf → ~/elsewhere/c.pdf (leads out of the folder)",
      "FL000123_02 → ~/elsewhere (leads out of the folder)",
      "FL000123_03 → ~/elsewhere (leads out of the folder)",
      `d → ~/${NAME} 2 (leads out of the folder)`,
    ];
    expect(await found()).toEqual({ files: OWN, leftOut: left, followed: [] });
    const all = await found({ followLinks: true });
    expect(all.leftOut).toEqual([]);
    expect(all.followed).toEqual(left.map((text) => text.replace(/ \(.*/, "")));
    expect(all.files).toContain("FL000123_02/b.range 3");
    expect(all.files).toContain("FL000123_03/back/a.range 2");
    expect(all.files).toContain("FL000123.pdf 4");
  });

  test("drive/F2 that lead nowhere, to themselves or back are named", async () => {
    mkdirSync(join(folder, "A"));
    mkdirSync(join(folder, "B"));
    link(`${NAME}/A/b`, "../B");
    link(`${NAME}/B/a`, "../A");
    link(`${NAME}/broken`, "../gone");
    link(`${NAME}/FL000123_01/self`, ".");
    link(`${NAME}/FL000123_01/up`, "..");
    link(`${NAME}/FL000123_01/top`, place);
    link(`${NAME}/one`, "two");
    link(`${NAME}/two`, "one");
    link(`${NAME}/through`, "plan.kmz/a");
    const expected = [
      "A/b/a → ~/FL000123_045/A (leads back to a folder that it lies in)",
      "B/a/b → ~/FL000123_045/B (leads back to a folder that it lies in)",
      "FL000123_01/self → ~/FL000123_045/FL000123_01 (leads back to a folder that it lies in)",
      "FL000123_01/top → ~ (leads back to a folder that it lies in)",
      "FL000123_01/up → ~/FL000123_045 (leads back to a folder that it lies in)",
      "broken → ../gone (leads nowhere)",
      "one → two (leads to itself)",
      "through → plan.kmz/a (leads nowhere)",
      "two → one (leads to itself)",
    ];
    for (const followLinks of [false, true])
      expect(await found({ followLinks })).toEqual({ files: OWN, leftOut: expected, followed: [] });
  });

  test("to the chosen folder itself are the person's choice", async () => {
    symlinkSync(folder, join(place, "chosen"));
    expect((await readFolder(join(place, "chosen"))).files.map(({ path }) => path)).toEqual([
      "chosen/FL000123_01/a.range",
      "chosen/plan.kmz",
    ]);
  });

  test("drive/F4 to links that multiply are read ten times, and the rest is named", async () => {
    // 3^40 ways lead to the last folder.
    for (let i = 0; i < 40; i++) {
      mkdirSync(join(folder, `d${i}`));
      for (const name of ["a", "b", "c"]) link(`${NAME}/d${i}/${name}`, `../d${i + 1}`);
    }
    mkdirSync(join(folder, "d40"));
    let asked = 0;
    const entries: FolderAccess["entries"] = (of) => {
      asked += 1;
      return readdir(of, { encoding: "buffer", withFileTypes: true });
    };
    const { reading } = await readFolder(folder, { access: { ...DISK, entries } });
    expect(asked).toBeLessThan(500);
    expect(reading.leftOut.at(-1)?.detail).toBe("was read 10 times by other links");
  });
});

const DISK: FolderAccess = {
  entries: (of) => readdir(of, { encoding: "buffer", withFileTypes: true }),
  stat: (path) => lstat(path, { bigint: true }),
  mayRead: () => Promise.resolve(),
  real: (path) => realpath(path, { encoding: "buffer" }),
  link: (path) => readlink(path, { encoding: "buffer" }),
};

const failing = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};

describe("drive/F3", () => {
  test.runIf(process.platform === "linux")("sockets, pipes and devices are named", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.range")]);
    link(`${NAME}/FL000123_01/pipe`, "../pipe.range");
    link(`${NAME}/null`, "/dev/null");
    const server = createServer().listen(join(folder, "socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    const result = await found({ followLinks: true });
    server.close();
    expect(result.files).toEqual(OWN);
    expect(result.leftOut).toEqual([
      "FL000123_01/pipe → ~/FL000123_045/pipe.range (a pipe)",
      "null → /dev/null (a device)",
      "pipe.range (a pipe)",
      "socket (a socket)",
    ]);
  });

  test.runIf(process.platform === "linux")("names that are no UTF-8 are named", async () => {
    const bytes = (text: string): Buffer =>
      Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(text, "latin1")]);
    writeFileSync(bytes("caf\u00e9.range"), "x");
    mkdirSync(bytes("\u00fcber"));
    writeFileSync(bytes("\u00fcber/a.range"), "x");
    link(`${NAME}/good.range`, "x");
    rmSync(join(folder, "good.range"));
    symlinkSync(Buffer.from("caf\u00e9.range", "latin1"), join(folder, "good.range"));
    const result = await found();
    expect(result.files).toEqual(OWN);
    expect(result.leftOut).toEqual([
      String.raw`caf` + "\ufffd" + String.raw`.range (caf\xe9.range)`,
      "good.range → ~/FL000123_045/caf\ufffd.range " + String.raw`(caf\xe9.range)`,
      "\ufffdber " + String.raw`(\xfcber)`,
    ]);
  });

  test.runIf(process.getuid !== undefined)("what may not be read is named", () => {
    write(`${NAME}/FL000123_02/b.range`);
    write(`${NAME}/c.range`);
    chmodSync(place, 0o755);
    chmodSync(folder, 0o755);
    chmodSync(join(folder, "FL000123_02"), 0);
    chmodSync(join(folder, "c.range"), 0);
    // As root nothing is refused: another user reads it.
    const program = `
      const { readFolder } = await import(${JSON.stringify(join(import.meta.dirname, "read-folder.ts"))});
      if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
      const { files, reading } = await readFolder(${JSON.stringify(folder)});
      console.log(JSON.stringify([files.map(({ path }) => path), reading.leftOut]));`;
    const words = ["--input-type=module", "--eval", program];
    const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    chmodSync(join(folder, "FL000123_02"), 0o755);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([
      [`${NAME}/FL000123_01/a.range`, `${NAME}/plan.kmz`],
      [
        {
          path: `${NAME}/FL000123_02`,
          reason: "unreadable",
          detail: "no permission to read it (EACCES)",
        },
        {
          path: `${NAME}/c.range`,
          reason: "unreadable",
          detail: "no permission to read it (EACCES)",
        },
      ],
    ]);
  });

  test.each([
    ["EIO", "the drive cannot read it (EIO)"],
    ["ENOENT", "gone while the folder was read (ENOENT)"],
    ["EUCLEAN", "EUCLEAN"],
  ])("a folder and a file that answer %s are named", async (code, detail) => {
    write(`${NAME}/FL000123_02/b.range`);
    write(`${NAME}/c.range`);
    const access: FolderAccess = {
      ...DISK,
      entries: (of) => (String(of).endsWith("02") ? failing(code) : DISK.entries(of)),
      stat: (path) => (String(path).endsWith("c.range") ? failing(code) : DISK.stat(path)),
    };
    const leftOut = [`FL000123_02 (${detail})`, `c.range (${detail})`];
    expect(await found({ access })).toEqual({ files: OWN, leftOut, followed: [] });
  });

  test("what is the program's own trouble is not the drive's", async () => {
    const access = { ...DISK, stat: () => failing("EMFILE") };
    await expect(readFolder(folder, { access })).rejects.toMatchObject({ code: "EMFILE" });
    const bug = { ...DISK, stat: () => Promise.reject(new TypeError("a bug")) };
    await expect(readFolder(folder, { access: bug })).rejects.toThrow("a bug");
  });

  test("a file that becomes a link while the folder is read is not followed", async () => {
    write("elsewhere/secret", "secret");
    const entries: FolderAccess["entries"] = async (of) => {
      const listed = await DISK.entries(of);
      if (readdirSync(folder).includes("plan.kmz")) {
        rmSync(join(folder, "plan.kmz"));
        link(`${NAME}/plan.kmz`, "../elsewhere/secret");
      }
      return listed;
    };
    const result = await found({ access: { ...DISK, entries } });
    expect(result.files).toEqual(OWN.slice(0, 1));
    expect(result.leftOut).toEqual(["plan.kmz (replaced while the folder was read)"]);
  });
});

test("a folder that becomes a link while it is read gives nothing from elsewhere", async () => {
  write("elsewhere/secret.range", "secret");
  const part = join(folder, "FL000123_01");
  const entries: FolderAccess["entries"] = (of) => {
    if (String(of) === part) {
      renameSync(part, join(place, "moved"));
      symlinkSync(join(place, "elsewhere"), part);
    }
    return DISK.entries(of);
  };
  const { files, leftOut } = await found({ access: { ...DISK, entries } });
  expect(files).toEqual(["plan.kmz 1"]);
  expect(leftOut).toEqual(["FL000123_01 (replaced while the folder was read)"]);
});

test("drive/F5 companions are passed over, unread, and counted", async () => {
  write(`${NAME}/.DS_Store`);
  write(`${NAME}/FL000123_01/._a.range`);
  write(`${NAME}/$RECYCLE.BIN/S-1/b.range`);
  write(`${NAME}/a.tmp`);
  link(`${NAME}/.Trashes`, "/nowhere");
  const asked: string[] = [];
  const access: FolderAccess = {
    ...DISK,
    entries: (of) => DISK.entries((asked.push(String(of)), of)),
  };
  const { files, reading } = await readFolder(folder, {
    access,
    isCompanion: companions(["*.tmp"]),
  });
  expect(files).toHaveLength(2);
  expect(reading).toMatchObject({ leftOut: [], companions: 5 });
  expect(asked.filter((path) => path.includes("RECYCLE"))).toEqual([]);
});
