import { expect, test } from "vitest";
import { type SandboxedProgram, type ShownPath, sandboxCommand } from "./sandbox-command.ts";

const shown = (path: string, access: ShownPath["access"] = "read"): ShownPath => ({
  path,
  kind: "folder",
  access,
});
const program = (changed: Partial<SandboxedProgram> = {}): SandboxedProgram => ({
  words: ["tool", "it's", "$(here)"],
  folder: "/w/work",
  shown: [shown("/usr"), shown("/w/in"), shown("/w/work", "write")],
  network: false,
  dataBytes: 1_000,
  fileBytes: 2_000,
  processes: 30,
  account: 1_900_000_000,
  ...changed,
});
const OWN = ["/w/in", "/w/work"];
const textOf = (words: readonly string[]): string => words.join(" ");

test.each(["bubblewrap", "unshare", "account"] as const)(
  "the words of %s end in the program's own, as they are, within limits",
  (way) => {
    const words = sandboxCommand(way, program(), OWN);
    expect(words.slice(-3)).toEqual(["tool", "it's", "$(here)"]);
    for (const limit of ["--nproc=30", "--data=1000", "--fsize=2000", "--core=0"])
      expect(textOf(words)).toContain(limit);
    expect(textOf(words)).toMatch(/ --(unshare-)?net /);
    const open = sandboxCommand(way, program({ network: true }), OWN);
    expect(textOf(open)).not.toMatch(/ --(unshare-)?net /);
  },
);

test("what a task writes becomes its account's, what it reads is shared and stays root's", () => {
  const text = textOf(sandboxCommand("account", program(), OWN));
  expect(text).toContain("chmod -R a+rX '/w/in'\n");
  expect(text).toContain("chown -R 1900000000:1900000000 '/w/work'\n");
  expect(text).toContain("--reuid=1900000000 --regid=1900000000 --clear-groups");
  expect(textOf(sandboxCommand("unshare", program(), OWN))).not.toMatch(/chown|--reuid/);
});

test("a folder below one that is shown alike is shown once; one that may be written stays", () => {
  const paths = [shown("/opt/a/b"), shown("/opt/a"), shown("/opt/a"), shown("/opt/a/w", "write")];
  const words = textOf(sandboxCommand("bubblewrap", program({ shown: paths }), []));
  expect(words.match(/--(ro-)?bind \S+/g)).toEqual(["--ro-bind /opt/a", "--bind /opt/a/w"]);
});

test("names of folders are no words of a shell or of a table", () => {
  const paths = [shown("/o p't/#1")];
  const text = textOf(sandboxCommand("unshare", program({ shown: paths }), []));
  expect(text).toContain(String.raw`'/sys/o p'\''t/#1'`);
  expect(text).toContain(String.raw`/o\040p'\''t/\0431 /sys/o\040p'\''t/\0431 none rbind,ro`);
});
