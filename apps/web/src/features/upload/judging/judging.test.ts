import { expect, test } from "vitest";
import { SAMPLE } from "../testing/sample-flight.ts";
import { type JudgeNews, type JudgeRequest, PIECE } from "./judge-messages.ts";
import { Judging } from "./judging.ts";

const REQUEST: JudgeRequest = {
  flightId: SAMPLE.flightId,
  sensorName: SAMPLE.sensorName,
  uploadType: "TerrainMapperLAZ",
  equipment: [],
  projectIds: [],
  wheelsUp: undefined,
  wheelsDown: undefined,
  simultaneous: false,
  rgbn: false,
};

/** A judging at work, whose page answers with the files given. */
function working(files: Readonly<Record<string, File>>) {
  const said: JudgeNews[] = [];
  let time = 0;
  const paths = Object.keys(files);
  const judging = new Judging({
    now: () => (time += 1),
    tell: (news) => {
      said.push(news);
      if (news.say !== "need") return;
      const given = news.indexes.map((index) => [index, files[paths[index]!]!] as const);
      void judging.take({ do: "files", files: new Map(given) });
    },
  });
  return { judging, said, paths };
}

const all = <T extends JudgeNews["say"]>(said: readonly JudgeNews[], say: T) =>
  said.filter((news): news is Extract<JudgeNews, { say: T }> => news.say === say);

test("asks only for the files that it looks into, and once for each", async () => {
  const { judging, said } = working({
    "FL000123_045/b.laz": new File([new Uint8Array(400)], "b.laz"),
    "FL000123_045/notes.xyz": new File(["x"], "notes.xyz"),
    "FL000123_045/a.laz": new File([new Uint8Array(400)], "a.laz"),
  });
  await judging.take({ do: "add", paths: ["FL000123_045/b.laz"] });
  await judging.take({ do: "add", paths: ["FL000123_045/notes.xyz", "FL000123_045/a.laz"] });
  await judging.take({ do: "measure", sizes: [400, 1, 400] });
  await judging.take({ do: "judge", request: REQUEST });
  expect(all(said, "need")).toEqual([{ say: "need", indexes: [2, 0] }]);
  expect(all(said, "accepted").flatMap(({ files }) => files)).toMatchObject([
    { path: "FL000123_045/a.laz", index: 2 },
    { path: "FL000123_045/b.laz", index: 0 },
  ]);
  expect(all(said, "names")).toEqual([
    {
      say: "names",
      rule: "content-laz-header",
      files: ["FL000123_045/a.laz", "FL000123_045/b.laz"],
    },
    { say: "names", rule: "no-rule", files: ["FL000123_045/notes.xyz"] },
  ]);
  const [judged] = all(said, "judged");
  expect(judged?.outline).toMatchObject({ state: "blocked", stayingBehind: 1 });
  expect(judged?.outline.rules.every((rule) => !("files" in rule))).toBe(true);
});

test("says what the names come to before it knows a size", async () => {
  const { judging, said } = working({});
  const paths = ["FL000123_046/a.laz", "FL000123_046/b.laz", "FL000123_046/notes.xyz"];
  await judging.take({ do: "add", paths });
  await judging.take({ do: "judgeNames", request: REQUEST });
  expect(said).toEqual([{ say: "named", valid: 2, problems: 1 }]);
});

test("tells long lists in pieces before the verdict", async () => {
  const { judging, said } = working({});
  const count = 2 * PIECE + 1;
  const paths = Array.from({ length: count }, (_, i) => `FL000123_045/${i}.xyz`);
  await judging.take({ do: "add", paths });
  await judging.take({ do: "measure", sizes: paths.map(() => 1) });
  await judging.take({ do: "judge", request: REQUEST });
  const names = all(said, "names").filter(({ rule }) => rule === "no-rule");
  expect(names.map(({ files }) => files.length)).toEqual([PIECE, PIECE, 1]);
  expect(said.at(-1)?.say).toBe("judged");
});

test("a file that cannot be read any more is named", async () => {
  const gone = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }) };
  const { judging, said } = working({ "FL000123_045/a.laz": gone as unknown as File });
  await judging.take({ do: "add", paths: ["FL000123_045/a.laz"] });
  await judging.take({ do: "measure", sizes: [400] });
  await judging.take({ do: "judge", request: REQUEST });
  expect(said.at(-1)).toEqual({ say: "unreadable", path: "FL000123_045/a.laz" });
});

test("the page of a report is made once there is a report", async () => {
  const { judging, said } = working({});
  await expect(judging.take({ do: "page", checkedAt: 0 })).rejects.toThrow("not judged");
  await judging.take({ do: "add", paths: ["FL000123_045/<b>.xyz"] });
  await judging.take({ do: "measure", sizes: [1] });
  await judging.take({ do: "judge", request: REQUEST });
  await judging.take({ do: "page", checkedAt: 0 });
  const [made] = all(said, "page");
  expect(made?.page.type).toBe("text/html");
  expect(await made?.page.text()).toContain("FL000123_045/&#60;b&#62;.xyz");
});

test("what is wanted of many files is asked for and read together", async () => {
  const names = Array.from(
    { length: 40 },
    (_, i) => `FL000123_045/${String(i).padStart(2, "0")}.laz`,
  );
  const { judging, said } = working(
    Object.fromEntries(names.map((name) => [name, new File([new Uint8Array(400)], name)])),
  );
  await judging.take({ do: "add", paths: names });
  await judging.take({ do: "measure", sizes: names.map(() => 400) });
  await judging.take({ do: "judge", request: REQUEST });
  const asked = all(said, "need").map(({ indexes }) => indexes);
  expect(asked.flat()).toEqual(names.map((_, index) => index));
  expect(asked.length).toBeLessThan(10);
});
