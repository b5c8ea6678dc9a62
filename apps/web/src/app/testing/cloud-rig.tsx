import { afterEach, beforeAll, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeStore, opened } from "../../clouds/testing/cloud-files.ts";
import { linesFile } from "../../clouds/testing/line-file.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { sessionOf } from "../../platform/session/testing/session-of.ts";
import { openApp } from "./open-app.tsx";

const fileOf = (key: string) => ({ bucket: "swath-processing", key, path: key, size: 1 });
const CLOUDS = [
  {
    job: "ICP2_MineIP1",
    attempt: 2,
    files: ["line-1.copc.laz", "line-2.copc.laz"].map(fileOf),
  },
];

/** What the job left in its attempt before. */
export const EARLIER = {
  job: "ICP2_MineIP1",
  attempt: 1,
  files: [
    { ...fileOf("dtm.tif"), kind: "raster" },
    { ...fileOf("before.copc.laz"), kind: "points" },
  ],
};

export const MINE = "/clouds?processing=e334a0bda04947859e512fc2";
export const LINE = "profile=400010,6400050,400090,6400050";
export const drawn = (count: string) =>
  screen.getByText(new RegExp(`${count} of 60,000 points are drawn`));
export const profileRow = (line: string) =>
  screen.getByRole("row", { name: new RegExp(`^${line} `) });

interface Options {
  readonly width?: number;
  readonly answers?: FakeAnswers;
  readonly of?: ReadonlyMap<string, Uint8Array>;
}

const nothing = (): void => undefined;

/** The page of clouds over a store of two lines, the second 0.1 m higher, and of an attempt before, 0.5 m higher. */
export function useClouds() {
  const files = new Map<string, Uint8Array>();
  let leave = nothing;
  beforeAll(async () => {
    files.set("line-1.copc.laz", await linesFile([{ line: 1, tooHigh: 0 }]));
    files.set("line-2.copc.laz", await linesFile([{ line: 2, tooHigh: 0.1 }]));
    files.set("before.copc.laz", await linesFile([{ line: 1, tooHigh: 0.5 }]));
  });
  const close = (): void => {
    leave();
    vi.restoreAllMocks();
  };
  afterEach(async () => {
    close();
    await screen.viewport(414, 896);
  });

  async function open(address: string, { width = 1_425, answers = {}, of = files }: Options = {}) {
    await screen.viewport(width, 900);
    const store = fakeStore(of);
    const api = fakeApi({
      readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
      countFailures: () => ({ Jobs: 0 }),
      listClouds: () => CLOUDS,
      listFindings: () => [],
      listProfiles: () => [],
      listAttemptLayers: () => EARLIER,
      openClouds: ({ request }) => opened(of, (request.body as { keys: readonly string[] }).keys),
      ...answers,
    });
    const app = openApp(address, await sessionOf(["base"]), api);
    leave = app.leave;
    const asked = (name: string) => api.calls.filter((call) => call.name === name).length;
    const { history } = app.router;
    const search = () => app.router.state.location.search;
    return { store, asked, back: () => history.back(), search };
  }
  return { files, open, close };
}
