import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withSecrets } from "./secret-files.ts";
import {
  readSettings,
  SECRETS,
  SETTING_AREAS,
  SETTINGS,
  settingsInForce,
  shownSetting,
  variables,
} from "./settings.ts";
import { unknownSettings } from "./unknown-settings.ts";
import { InvalidConfig, type SettingFault } from "./value-schemas.ts";

function faultsOf(read: () => unknown): readonly SettingFault[] {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidConfig) return error.faults;
    throw error;
  }
  return [];
}

test("every variable is of one area of the reference, and says what it is", () => {
  const declared = Object.values(SETTING_AREAS).flatMap(({ shape }) => Object.keys(shape));
  expect(declared).toHaveLength(new Set(declared).size);
  expect(Object.keys(variables.shape).toSorted()).toEqual(declared.toSorted());
  for (const { about } of SETTINGS) expect(about.length).toBeGreaterThan(8);
});

test("all faults are told at once, each with its value, but for secrets", () => {
  const given = { SWATH_UPLOAD_SLOTS: "many", SWATH_STORE: "tape", SWATH_SESSION_KEY: "short" };
  expect(faultsOf(() => readSettings(given)).map(({ name, value }) => [name, value])).toEqual(
    expect.arrayContaining([
      ["SWATH_UPLOAD_SLOTS", "many"],
      ["SWATH_STORE", "tape"],
      ["SWATH_SESSION_KEY", undefined],
    ]),
  );
});

const names = (given: Record<string, string>) =>
  faultsOf(() => readSettings(given)).map(({ name, reason }) => `${name} ${reason}`);

test("all that a setting makes necessary is named at once", () => {
  expect(names({ SWATH_STORE: "s3", S3_ACCESS_KEY: "key" })).toEqual([
    "S3_ENDPOINT is needed with SWATH_STORE=s3",
    "S3_SECRET_KEY is needed with SWATH_STORE=s3",
  ]);
  expect(names({ SWATH_COMPUTE: "slurm" })).toHaveLength(3);
  expect(names({ S3_ACCESS_KEY: "key" })).toEqual([]);
});

test("settings in force show no secret, only that it is set", () => {
  const values = new Map(
    settingsInForce({ DATABASE_URL: "postgres://a:secret@b/c", SWATH_UPLOAD_SLOTS: "9" }).map(
      ({ setting: { name }, value }) => [name, value],
    ),
  );
  expect(values.get("DATABASE_URL")).toBe("set");
  expect(values.get("SWATH_UPLOAD_SLOTS")).toBe("9");
  expect(values.get("SWATH_STORE")).toBeUndefined();
});

test.each(["DATABASE_URL", "DATABASE_OWNER_URL", "OIDC_CLIENT_SECRET", "SWATH_SESSION_KEY"])(
  "%s is a secret",
  (name) => expect(SECRETS.has(name)).toBe(true),
);

test("every variable whose name says that it opens a door is a secret", () => {
  const suspect = SETTINGS.filter(({ name }) => /SECRET|PASSWORD|TOKEN|_KEY$/.test(name));
  // A file's name is none.
  const shown = suspect.filter(({ isSecret }) => !isSecret).map(({ name }) => name);
  expect(shown).toEqual(["SLURM_TOKEN_FILE"]);
});

test.each([
  ["SWATH_UPLOAD_SLOT", "SWATH_UPLOAD_SLOTS"],
  ["S3_SECRETKEY", "S3_SECRET_KEY"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["SLURM_PARTITON", "SLURM_PARTITION"],
  ["SWATH_COLOUR_OF_THE_SKY", undefined],
])("%s is no setting; %s may be meant", (name, meant) => {
  expect(unknownSettings({ [name]: "1" })).toEqual([{ name, meant }]);
});

test("names of other programs, of secrets' files and of Slurm's own are not taken for settings", () => {
  const others = [
    "HOME",
    "PATH",
    "SLURM_JOB_ID",
    "SWATH_SERVER",
    "S3_SECRET_KEY_FILE",
    "SWATH_DATA",
  ];
  expect(unknownSettings(Object.fromEntries(others.map((name) => [name, "1"])))).toEqual([]);
});

describe("a secret in a file", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "swath-secrets-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  test("is read from where NAME_FILE says, without the line's end", () => {
    const given = withSecrets({ S3_SECRET_KEY_FILE: file("key", "of the store\n") });
    expect(given["S3_SECRET_KEY"]).toBe("of the store");
  });

  test("is read from systemd's credentials, after which NAME and NAME_FILE come first", () => {
    file("S3_SECRET_KEY", "of systemd\n");
    file("S3_ACCESS_KEY", "of systemd\n");
    const given = withSecrets({
      CREDENTIALS_DIRECTORY: folder,
      S3_ACCESS_KEY: "of the environment",
    });
    expect(given["S3_SECRET_KEY"]).toBe("of systemd");
    expect(given["S3_ACCESS_KEY"]).toBe("of the environment");
    const named = withSecrets({
      CREDENTIALS_DIRECTORY: folder,
      S3_SECRET_KEY_FILE: file("other", "of a file"),
    });
    expect(named["S3_SECRET_KEY"]).toBe("of a file");
  });

  test("that is not there, empty, a folder, huge, or given twice is a fault of its variable", () => {
    const wrong = {
      S3_ACCESS_KEY_FILE: join(folder, "nowhere"),
      S3_SECRET_KEY_FILE: file("empty", "\n"),
      JIRA_TOKEN_FILE: folder,
      SWATH_PUSH_KEY_FILE: file("huge", "a".repeat(65_537)),
      OIDC_CLIENT_SECRET_FILE: file("twice", "a"),
      OIDC_CLIENT_SECRET: "a",
    };
    const faults = faultsOf(() => withSecrets(wrong));
    expect(Object.fromEntries(faults.map(({ name, reason }) => [name, reason]))).toEqual({
      S3_ACCESS_KEY_FILE: "names a file that cannot be read: there is no such file",
      S3_SECRET_KEY_FILE: "names a file that is empty",
      JIRA_TOKEN_FILE: "names a file that cannot be read: it is a folder",
      SWATH_PUSH_KEY_FILE: "names a file of more than 65536 bytes",
      OIDC_CLIENT_SECRET_FILE: "is set beside OIDC_CLIENT_SECRET: set one of them",
    });
  });

  test("of another variable is none: no other file is read", () => {
    expect(withSecrets({ SWATH_STORE_FILE: file("store", "s3") })["SWATH_STORE"]).toBeUndefined();
  });
});

test("offices are read with their networks, and refused with the one that is wrong", () => {
  const { SWATH_OFFICES: offices } = readSettings({
    SWATH_OFFICES: "perth=6@203.0.113.0/24+2001:db8::/32, darwin=2@198.51.100.7",
  });
  expect(offices).toEqual([
    {
      name: "perth",
      slots: 6,
      networks: [
        ["203.0.113.0", 24],
        ["2001:db8::", 32],
      ],
    },
    { name: "darwin", slots: 2, networks: [["198.51.100.7", 32]] },
  ]);
  for (const wrong of [
    "perth=6",
    "perth=0@203.0.113.0/24",
    "perth=6@203.0.113.0/33",
    "perth=6@a+b",
  ])
    expect(names({ SWATH_OFFICES: wrong })).toEqual([
      `SWATH_OFFICES must be NAME=SLOTS@NETWORK+NETWORK, not ${wrong}`,
    ]);
});

test("the administration page shows meanings without the marks of the documentation", () => {
  for (const setting of settingsInForce({})) {
    const { about, standard } = shownSetting(setting);
    expect(`${about} ${standard ?? ""}`).not.toMatch(/`|\]\(/);
  }
});
