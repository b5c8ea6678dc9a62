import { expect, test } from "vitest";
import { isSafe, readCommand, readLimit } from "./command-line.ts";
import { CommandProblem, EXIT } from "./exit-codes.ts";

const server = new URL("https://swath.example");
const environment = { SWATH_SERVER: "https://swath.example/flights" };

test("an upload takes a folder, and what the command says of its flight", () => {
  const words = [
    "upload",
    "F",
    "--flight",
    "fl000123",
    "--type",
    "LiDAR",
    "--sensor",
    "S",
    "--yes",
    "--take-over",
    "--follow-links",
    "--limit",
    "2MB/s",
  ];
  expect(readCommand(words, environment)).toEqual({
    kind: "upload",
    folder: "F",
    flight: "FL000123",
    type: "LiDAR",
    sensor: "S",
    yes: true,
    takeOver: true,
    followLinks: true,
    update: undefined,
    limit: { bytesPerSecond: 2_000_000 },
    server,
  });
});

const update = (...words: string[]) => readCommand(["upload", "F", ...words], environment);

test("an update says whether it compares, and whether it sends what is unchanged", () => {
  expect(update("--update")).toMatchObject({ update: { compare: false, all: false } });
  expect(update("--update", "--compare")).toMatchObject({ update: { compare: true, all: false } });
  expect(update("--update", "--all")).toMatchObject({ update: { compare: false, all: true } });
  expect(() => update("--compare")).toThrow(CommandProblem);
});

test("a receipt is that of a folder, saved where the command says", () => {
  const words = ["receipt", "FL000123_045", "--type", "LiDAR", "--save", "kept.json"];
  expect(readCommand(words, environment)).toEqual({
    kind: "receipt",
    folder: "FL000123_045",
    flight: undefined,
    type: "LiDAR",
    sensor: undefined,
    save: "kept.json",
    server,
  });
});

test("the server of the command goes before that of the environment", () => {
  const command = readCommand(["login", "--server", "http://localhost:3000"], environment);
  expect(command).toEqual({ kind: "login", server: new URL("http://localhost:3000") });
  expect(readCommand(["logout"], environment)).toEqual({ kind: "logout", server });
});

test("help takes no server", () => {
  expect(readCommand(["--help"], {})).toEqual({ kind: "help", of: undefined });
  expect(readCommand(["verify", "--help"], {})).toEqual({ kind: "help", of: "verify" });
});

test.each([
  ["no command", []],
  ["an unknown command", ["download"]],
  ["no folder", ["upload"]],
  ["two folders", ["upload", "F", "G"]],
  ["a receipt of no folder", ["receipt"]],
  ["a comparison of no folder", ["compare"]],
  ["an unknown type", ["upload", "F", "--type", "Radar"]],
  ["an unknown option", ["upload", "F", "--force"]],
  ["a folder to sign in", ["login", "F"]],
  ["an address that is none", ["login", "--server", "swath"]],
])("a call with %s is refused as a wrong one", (_, words) => {
  const call = (): unknown => readCommand(words, environment);
  expect(call).toThrow(CommandProblem);
  expect(call).toThrow(expect.objectContaining({ exit: EXIT.usage }));
});

test("an address in the clear is refused", () => {
  expect(() => readCommand(["login", "--server", "http://swath.example"], {})).toThrow(/https/);
});

test("without a server nothing is called", () => {
  expect(() => readCommand(["login"], {})).toThrow(/SWATH_SERVER/);
});

test.each([
  ["https://swath.example", true],
  ["http://localhost:3000", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:80", true],
  ["http://127.0.0.1.example", false],
  ["http://10.0.0.1", false],
  ["ftp://localhost", false],
])("whether a token may go to %s: %s", (address, safe) => {
  expect(isSafe(new URL(address))).toBe(safe);
});

test("a download says where its files go, and a reading whether it is to end", () => {
  expect(readCommand(["download", "FL000123_045", "--to", "here"], environment)).toMatchObject({
    kind: "download",
    folder: "FL000123_045",
    to: "here",
  });
  expect(() => readCommand(["download", "FL000123_045"], environment)).toThrow("--to PLACE");
  expect(readCommand(["verify", "F", "--cancel"], environment)).toMatchObject({
    kind: "verify",
    cancel: true,
  });
});

test("a limit is a rate, with hours where it holds at some alone", () => {
  expect(readLimit("2MB/s")).toEqual({ bytesPerSecond: 2_000_000 });
  expect(readLimit("1.5MB/s")).toEqual({ bytesPerSecond: 1_500_000 });
  expect(readLimit("500kB/s@22:30-06:00")).toEqual({
    bytesPerSecond: 500_000,
    hours: { from: 1_350, to: 360 },
  });
});

test.each([
  "2",
  "2MB",
  "0MB/s",
  "-1MB/s",
  "2mb/s",
  "2MB/s@8-18",
  "2MB/s@25:00-26:00",
  "2MB/s@08:00-08:00",
])("%s is no limit", (word) => {
  expect(() => readLimit(word)).toThrow(expect.objectContaining({ exit: EXIT.usage }));
});
