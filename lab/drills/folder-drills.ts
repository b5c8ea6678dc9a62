import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  copy,
  firstLine,
  livesAlone,
  refusal,
  refusedWithNote,
  starts,
  whileItIsStopped,
  whileItRuns,
  type Drill,
} from "./drill-steps.ts";

export const FOLDER_DRILLS: readonly Drill[] = [
  {
    name: "copied while it runs",
    async run({ place, original }) {
      await original.start();
      const other = original.on(copy(original.data, join(place, "copy")));
      return whileItRuns(original, () => livesAlone(other));
    },
  },
  {
    name: "a command on a copy of what runs",
    async run({ place, original }) {
      await original.start();
      const other = original.on(copy(original.data, join(place, "copy")));
      return whileItRuns(original, async () => {
        const fault = await other.change();
        return { saw: fault === "" ? "carried out" : firstLine(fault), isRight: fault === "" };
      });
    },
  },
  {
    name: "a worker alone on a copy of what runs",
    async run({ place, original }) {
      await original.start();
      const other = original.on(copy(original.data, join(place, "copy")));
      return whileItRuns(original, async () => {
        const said = other.run("work").output.includes("No server runs on the data folder");
        return {
          saw: said ? "refused: No server runs" : "it works on the original",
          isRight: said,
        };
      });
    },
  },
  {
    name: "copied while it is stopped",
    run({ place, original }) {
      const other = original.on(copy(original.data, join(place, "copy")));
      return whileItIsStopped(original, () => livesAlone(other));
    },
  },
  {
    name: "copied by an ordinary user, as a restore under another account",
    needsRoot: true,
    run({ place, original, user }) {
      const data = copy(original.data, join(place, "copy"));
      spawnSync("chown", ["-R", `${user?.uid}:${user?.gid}`, data]);
      return whileItIsStopped(original, () => livesAlone(original.on(data, user)));
    },
  },
  {
    name: "moved",
    async run({ place, original, records }) {
      mkdirSync(join(place, "elsewhere"), { mode: 0o711 });
      renameSync(original.data, join(place, "elsewhere", "data"));
      return starts(original.on(join(place, "elsewhere", "data")), records);
    },
  },
  {
    name: "moved to another file system, as to another machine",
    async run({ place, original, records }) {
      const archive = join(place, "data.tar");
      spawnSync("tar", ["-cf", archive, "-C", place, "data"]);
      rmSync(original.data, { recursive: true });
      mkdirSync(join(place, "machine"), { mode: 0o711 });
      spawnSync("tar", ["-xpf", archive, "-C", join(place, "machine")]);
      return starts(original.on(join(place, "machine", "data")), records);
    },
  },
  {
    name: "a copy in its place, while it runs under another name",
    async run({ place, original }) {
      await original.start();
      copy(original.data, join(place, "copy"));
      renameSync(original.data, join(place, "moved"));
      renameSync(join(place, "copy"), original.data);
      const moved = original.on(join(place, "moved"));
      const postgres = moved.postgres;
      const other = original.on(original.data);
      const output = await other.start();
      await other.stop();
      const lives = existsSync(`/proc/${postgres}`) && moved.postgres === postgres;
      const saw = output === undefined ? "a database of its own" : `refused: ${firstLine(output)}`;
      return { saw: lives ? saw : `${saw}; the original's PostgreSQL was ended`, isRight: lives };
    },
  },
  {
    name: "through a symbolic link, while it runs",
    async run({ place, original }) {
      await original.start();
      symlinkSync(original.data, join(place, "link"));
      const other = original.on(join(place, "link"));
      const held = /already runs on the data folder .*process \d+ since \S+, http:\S+/;
      return whileItRuns(original, () => refusal(other, held));
    },
  },
  {
    name: "two starts at once",
    async run({ original }) {
      const other = original.on(original.data);
      const outputs = await Promise.all([original.start(), other.start()]);
      const refused = outputs.filter((output) => output !== undefined);
      const said = refused.some((output) => output.includes("already runs on the data folder"));
      await Promise.all([original.stop(), other.stop()]);
      return { saw: `${2 - refused.length} of 2 started`, isRight: refused.length === 1 && said };
    },
  },
  {
    name: "killed, and started again",
    async run({ original, records }) {
      await original.start();
      await original.stop("SIGKILL");
      return starts(original, records);
    },
  },
  {
    name: "killed, and copied: the copy starts beside a PostgreSQL that lives on",
    async run({ place, original }) {
      await original.start();
      await original.stop("SIGKILL");
      const other = original.on(copy(original.data, join(place, "copy")));
      return whileItRuns(original, () => livesAlone(other));
    },
  },
  {
    name: "restored without keys",
    async run({ original }) {
      const before = existsSync(join(original.data, "receipt-keys.json"));
      rmSync(join(original.data, "receipt-keys.json"), { force: true });
      const found = await refusal(original, /receipt-keys\.json is missing/);
      const isMade = existsSync(join(original.data, "receipt-keys.json"));
      if (!found.isRight || !before || isMade)
        return {
          saw: `${found.saw}; ${isMade ? "a new key was made in silence" : ""}`,
          isRight: false,
        };
      const { code } = original.run("rotate-keys");
      const started = await original.start();
      await original.stop();
      const goesOn = code === 0 && started === undefined;
      return {
        saw: `${found.saw}; ${goesOn ? "rotated on purpose" : "no rotation"}`,
        isRight: goesOn,
      };
    },
  },
  {
    name: "its database restored into an empty folder, without its objects",
    async run({ place, original }) {
      const data = join(place, "restored");
      mkdirSync(data, { mode: 0o711 });
      for (const name of ["postgres", "postgres.json"]) copy(join(original.data, name), data);
      return refusal(original.on(data), /The store of objects, .* is gone or empty/);
    },
  },
  {
    name: "the store of another installation",
    async run({ original, another }) {
      rmSync(join(original.data, "objects"), { recursive: true });
      copy(join(another, "objects"), original.data);
      return refusal(original, /are not of one installation/);
    },
  },
  {
    name: "its note deleted",
    async run({ original, records }) {
      rmSync(join(original.data, "postgres.json"));
      const found = await refusedWithNote(original, /The password of the database .* is not known/);
      if (!found.isRight) return found;
      const { code } = original.run("adopt");
      const after = await starts(original, records);
      return { saw: `${found.saw}; adopted: ${after.saw}`, isRight: code === 0 && after.isRight };
    },
  },
  {
    name: "the note of another installation",
    async run({ original, another }) {
      copy(join(another, "postgres.json"), original.data);
      return refusedWithNote(original, /does not take the password in postgres\.json/);
    },
  },
  {
    name: "its database missing, its note kept",
    async run({ place, original }) {
      renameSync(original.cluster, join(place, "away"));
      return refusedWithNote(original, /The database of the data folder .* is gone/);
    },
  },
  {
    name: "its database and its note missing",
    async run({ original }) {
      for (const name of ["postgres", "postgres.json"])
        rmSync(join(original.data, name), { recursive: true });
      const found = await refusedWithNote(original, /its database is not in it/);
      const isMade = readdirSync(original.data).includes("postgres");
      return isMade ? { saw: `${found.saw}; an empty one was made`, isRight: false } : found;
    },
  },
  {
    name: "its identity that of another installation",
    async run({ original, another }) {
      const [name] = ["installation.json"];
      const other = join(another, name);
      if (existsSync(other)) cpSync(other, join(original.data, name));
      else writeFileSync(join(original.data, name), "{}");
      return refusal(original, /are not of one installation/);
    },
  },
];
