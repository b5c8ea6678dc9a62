import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { found, GPS, made, openCustom } from "./testing/custom-scene.ts";

const PAGE = "/ip/custom_processing/sensor";
const OF_LOG = `${PAGE}?flight=%22000153%22&sensor=SL000153&project=PRJ00001`;
const CHOOSE = "Choose GPS files, range files or imagery EO processing only, then submit.";
const GAP =
  "NOTE: Some non-contiguous files are selected, there must be no gaps in the selected files";

let leave = (): void => undefined;
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

async function open(...of: Parameters<typeof openCustom>) {
  const opened = await openCustom(...of);
  leave = opened.leave;
  return opened;
}
const flight = screen.getByRole("textbox", { name: "Flight ID" });
const submit = screen.getByRole("button", { name: "SUBMIT" });
const section = (name: string) =>
  screen.getByRole("button", { name: new RegExp(`^Custom ${name}`) });
const file = (name: string) => screen.getByRole("checkbox", { name, exact: true });
const alert = (text: string) => screen.getByText(text).first();
const time = (name: string) => screen.getByRole("textbox", { name: `${name} time` });

describe("the flight", () => {
  test("is looked up at six digits, and what is shorter clears it", async () => {
    const { api, router } = await open(PAGE);
    const looked = () => api.calls.filter(({ name }) => name === "listSensorLogs").length;
    await expect.element(screen.getByText("Please enter a Flight ID above")).toBeVisible();
    await flight.fill("FL00015");
    await expect.element(flight).toHaveValue("00015");
    expect(looked()).toBe(0);
    await flight.fill("0001537");
    await expect.element(flight).toHaveValue("000153");
    await expect
      .element(screen.getByRole("radio", { name: "Select SL000153 PRJ00001" }))
      .toBeVisible();
    expect(api.calls.find(({ name }) => name === "listSensorLogs")?.request.query).toMatchObject({
      FlightID: "FL000153",
    });
    await userEvent.click(flight);
    await userEvent.keyboard("{End}{Backspace}");
    await expect.element(flight).toHaveValue("00015");
    await expect.element(flight).toHaveFocus();
    await expect.element(screen.getByText("Please enter a Flight ID above")).toBeVisible();
    expect(looked()).toBe(1);
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  test("without a sensor log says so; one that cannot be looked up is tried again", async () => {
    let fails = true;
    const unreachable = new ApiError({ status: 500, code: "INTERNAL", message: "It failed." });
    await open(PAGE, {
      listSensorLogs: () => {
        if (fails) throw unreachable;
        return [];
      },
    });
    await flight.fill("000999");
    await expect
      .element(screen.getByText("The sensors of FL000999 could not be loaded: It failed."))
      .toBeVisible();
    fails = false;
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByText("No sensor log of FL000999")).toBeVisible();
  });
});

test("sections that are open are regions of their own names, and say what is set", async () => {
  await open(OF_LOG);
  for (const name of ["GPS", "LMS"]) {
    await section(name).click();
    await expect
      .element(screen.getByRole("region", { name: new RegExp(`^Custom ${name}`) }))
      .toBeVisible();
  }
  await time("Start").fill("7");
  await expect.element(section("GPS")).toHaveAccessibleName("Custom GPS times set");
  await expectAccessible();
});

test("a selected row shows its panel, whose template can be changed", async () => {
  const { bodies } = await open(`${PAGE}?flight=%22000153%22`);
  expect(submit.elements()).toEqual([]);
  await screen.getByRole("radio", { name: "Select SL000153 PRJ00002" }).click();
  const field = screen.getByRole("combobox", { name: "Processing Template" });
  await expect.element(field).toHaveTextContent("LiDAR-MiningAI");
  await expect.element(submit).toBeDisabled();
  await screen.getByRole("radio", { name: "Imagery EO Processing Only" }).click();
  await expect.element(section("LMS")).toBeDisabled();
  await expect.element(submit).toBeEnabled();
  await field.click();
  await screen.getByRole("option", { name: "Imagery" }).click();
  await expect.element(submit).toBeEnabled();
  await submit.click();
  await expect
    .poll(() => bodies("submitCustom"))
    .toEqual([
      {
        sensorId: "SL000153",
        sensorName: "Galaxy - 045",
        processingTemplate: "Imagery",
        projectId: "PRJ00002",
        EOOnly: true,
        requestKey: expect.stringMatching(/^[0-9a-f]{24}$/),
      },
    ]);
});

describe("each rule has an edge", () => {
  test("contract/C1, C6 nothing custom, and a template without the job, are not submitted", async () => {
    await open(OF_LOG);
    await expect.element(alert(CHOOSE)).toBeVisible();
    await expect.element(submit).toBeDisabled();
    await section("LMS").click();
    await file("2.range").click();
    await expect.element(submit).toBeEnabled();
    await screen.getByRole("combobox", { name: "Processing Template" }).click();
    await screen.getByRole("option", { name: "Imagery" }).click();
    await expect.element(alert("The processing template Imagery has no LMS job")).toBeVisible();
    await expect.element(submit).toBeDisabled();
  });

  test("contract/C2, C3 GPS files are chosen, all or none at once, without a gap", async () => {
    const { bodies } = await open(OF_LOG);
    await section("GPS").click();
    await expect.element(alert("Select at least one GPS file")).toBeVisible();
    await expect.element(submit).toBeDisabled();
    await screen.getByRole("button", { name: "SELECT ALL" }).click();
    await expect.element(screen.getByText("4 of 4 selected")).toBeVisible();
    await expect.element(submit).toBeEnabled();
    await file("a.001").click();
    await expect.element(screen.getByText(GAP).first()).toBeVisible();
    await expect.element(submit).toBeDisabled();
    await file("a.000").click();
    await expect.element(screen.getByText(GAP)).not.toBeInTheDocument();
    await expect.element(submit).toBeEnabled();
    await screen.getByRole("button", { name: "CLEAR" }).click();
    await expect.element(submit).toBeDisabled();
    await file("a.000").click();
    (file("a.002").element() as HTMLElement).focus();
    await userEvent.keyboard("{Shift>} {/Shift}");
    await expect.element(screen.getByText("3 of 4 selected")).toBeVisible();
    await expect.element(submit).toBeEnabled();
    await submit.click();
    await expect
      .poll(() => bodies("submitCustom"))
      .toMatchObject([{ gps: { gpsFiles: ["a.000", "a.001", "a.002"], sensorId: "SL000153" } }]);
  });

  test("contract/C4 times are of a week and in order, each fault at its field", async () => {
    const { bodies } = await open(OF_LOG);
    await section("GPS").click();
    await screen.getByRole("button", { name: "SELECT ALL" }).click();
    for (const [start, end, wrong, atEnd] of [
      ["0", "604800", "604800.1", "A time is a number of seconds from 0 to 604800"],
      ["604799", "604800", "soon", "A time is a number of seconds from 0 to 604800"],
      ["0", "1", "-1", "A time is a number of seconds from 0 to 604800"],
      ["9", "9.5", "9", "End time must be > Start time"],
    ] as const) {
      await time("Start").fill(start);
      await time("End").fill(wrong);
      await expect.element(time("End")).toHaveAccessibleDescription(atEnd);
      await expect.element(submit).toBeDisabled();
      if (wrong === start)
        await expect
          .element(time("Start"))
          .toHaveAccessibleDescription("Start time must be < End time");
      await time("End").fill(end);
      await expect.element(submit).toBeEnabled();
    }
    await submit.click();
    await expect
      .poll(() => bodies("submitCustom"))
      .toMatchObject([{ gps: { gpsStartTime: 9, gpsEndTime: 9.5 } }]);
  });

  test("contract/C5 of several range files one at least; one alone is chosen by itself", async () => {
    const several = await open(OF_LOG);
    await section("LMS").click();
    await expect.element(alert("Select at least one range file")).toBeVisible();
    await expect.element(submit).toBeDisabled();
    await file("1.range").click();
    await submit.click();
    await expect.poll(() => several.bodies("submitCustom")).toMatchObject([{ lms: ["1.range"] }]);
    leave();
    const single = await open(OF_LOG, { listRangeFiles: () => ["1.range"] });
    await section("LMS").click();
    await expect.element(file("1.range")).toBeChecked();
    await submit.click();
    await expect.poll(() => single.bodies("submitCustom")).toMatchObject([{ lms: ["1.range"] }]);
  });
});

describe("before it is submitted", () => {
  test("job-pages/P9, P10 what would wait needs a tick of its own, of what is shown", async () => {
    const { bodies } = await open(`${OF_LOG}&eo=true`, {
      readCustomPreflight: () => found("blocking", "No calibration"),
    });
    await expect.element(screen.getByText("No calibration")).toBeVisible();
    await expectAccessible();
    await expect.element(submit).toBeDisabled();
    await screen.getByRole("checkbox", { name: "Submit nevertheless" }).click();
    await expect.element(submit).toBeEnabled();
    await section("GPS").click();
    await screen.getByRole("button", { name: "SELECT ALL" }).click();
    await expect.element(submit).toBeDisabled();
    await vi.waitFor(() => expect(bodies("readCustomPreflight")).toHaveLength(2));
    await expect
      .element(screen.getByRole("checkbox", { name: "Submit nevertheless" }))
      .not.toBeChecked();
  });

  test.each([
    ["impossible", () => found("impossible", "No stage file GPS"), "No stage file GPS"],
    [
      "refused",
      () => {
        throw new ApiError({
          status: 400,
          code: "INVALID_REQUEST",
          message: "not recorded: a.009",
        });
      },
      "What it would find could not be looked up: not recorded: a.009",
    ],
  ])("job-pages/P10 what is %s is not sent", async (_, readCustomPreflight, text) => {
    await open(`${OF_LOG}&eo=true`, { readCustomPreflight });
    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(submit).toBeDisabled();
    expect(screen.getByRole("checkbox", { name: "Submit nevertheless" }).elements()).toEqual([]);
  });

  test("job-pages/P11 offline it says so, keeps all, and is sent again by the same key", async () => {
    let fails = true;
    const lost = new ApiError({ status: 0, code: "UNREACHABLE", message: "No server." });
    const { bodies, router } = await open(`${OF_LOG}&eo=true`, {
      submitCustom: () => {
        if (fails) throw lost;
        return made;
      },
    });
    await submit.click();
    await expect.element(screen.getByText("It was not submitted: No server.")).toBeVisible();
    fails = false;
    await submit.click();
    await expect.poll(() => router.state.location.pathname).toBe("/ip");
    const [first, second] = bodies("submitCustom") as { requestKey: string }[];
    expect(second!.requestKey).toBe(first!.requestKey);
    await expect.element(screen.getByText("Custom 1 of FL000153 was submitted")).toBeVisible();
    // Back finds the form as it was, and what is submitted now is another one.
    router.history.back();
    await expect
      .element(screen.getByRole("radio", { name: "Imagery EO Processing Only" }))
      .toBeChecked();
    await submit.click();
    await expect.poll(() => bodies("submitCustom").length).toBe(3);
    expect((bodies("submitCustom")[2] as { requestKey: string }).requestKey).not.toBe(
      first!.requestKey,
    );
  });
});

test("a reload finds what was chosen, by the address alone", async () => {
  const { router } = await open(OF_LOG);
  await section("GPS").click();
  await file("a.001").click();
  await file("a.002").click();
  await time("Start").fill("300000.5");
  await section("LMS").click();
  await file("2.range").click();
  await expect.element(submit).toBeEnabled();
  const { href } = router.state.location;
  leave();
  const { bodies } = await open(href);
  await expect.element(file("a.002")).toBeChecked();
  await expect.element(time("Start")).toHaveValue("300000.5");
  await submit.click();
  await expect
    .poll(() => bodies("submitCustom"))
    .toMatchObject([
      { gps: { gpsFiles: ["a.001", "a.002"], gpsStartTime: 300_000.5 }, lms: ["2.range"] },
    ]);
});

test("clicks that follow one another at once all count", async () => {
  await open(OF_LOG);
  await section("GPS").click();
  await expect.element(file("a.002")).toBeVisible();
  const boxes = ["a.001", "a.002", "a.003"].map((name) => file(name).element() as HTMLElement);
  for (const box of boxes) {
    box.click();
    // As the browser ends one event before the next.
    await Promise.resolve();
  }
  for (const box of boxes) await expect.element(box).toBeChecked();
});

test("of files that changed meanwhile none is chosen, instead of others", async () => {
  const { router } = await open(OF_LOG);
  await section("GPS").click();
  await file("a.001").click();
  await expect.element(submit).toBeEnabled();
  const { href } = router.state.location;
  leave();
  await open(href, { listGPSFiles: () => ["_.000", ...GPS] });
  await expect.element(screen.getByText("Select at least one GPS file").first()).toBeVisible();
  await expect.element(submit).toBeDisabled();
});

test("a log without files is not asked to select one", async () => {
  await open(OF_LOG, { listGPSFiles: () => [], listRangeFiles: () => [] });
  await section("GPS").click();
  await expect
    .element(alert("There are no GPS files to select: close Custom GPS, and clear its times"))
    .toBeVisible();
  await section("GPS").click();
  await section("LMS").click();
  await expect.element(alert("There are no range files to select: close Custom LMS")).toBeVisible();
});

test("ten thousand range files are chosen from as quickly", async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `${String(n).padStart(5, "0")}.range`);
  const { bodies } = await open(OF_LOG, { listRangeFiles: () => many });
  await section("LMS").click();
  await screen.getByRole("button", { name: "SELECT ALL" }).click();
  await expect.element(screen.getByText("10,000 of 10,000 selected")).toBeVisible();
  expect(document.querySelectorAll("li input[type=checkbox]").length).toBeLessThan(40);
  await submit.click();
  await expect.poll(() => bodies("submitCustom")).toMatchObject([{ lms: many }]);
});

const reach = async (name: string | RegExp, role: "button" | "checkbox" = "button") => {
  const wanted = screen.getByRole(role, { name, exact: true });
  for (let step = 0; step < 20 && document.activeElement !== wanted.element(); step += 1)
    await userEvent.tab();
  expect(document.activeElement).toBe(wanted.element());
};

test("by keyboard alone: flight, log, files, submit", async () => {
  const { bodies } = await open(PAGE);
  await expect.element(flight).toBeVisible();
  (flight.element() as HTMLElement).focus();
  await userEvent.keyboard("000153");
  await expect
    .element(screen.getByRole("radio", { name: "Select SL000153 PRJ00001" }))
    .toBeVisible();
  await userEvent.keyboard("{Tab} ");
  await expect.element(screen.getByRole("combobox", { name: "Processing Template" })).toBeVisible();
  await reach(/^Custom GPS/);
  await userEvent.keyboard("{Enter}");
  await expect.element(file("a.003")).toBeVisible();
  await reach("a.003", "checkbox");
  await userEvent.keyboard(" ");
  await expect.element(submit).toBeEnabled();
  await reach("SUBMIT");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => bodies("submitCustom")).toMatchObject([{ gps: { gpsFiles: ["a.003"] } }]);
});

test("guests have neither the tab nor the page; other addresses lead to it", async () => {
  const { api } = await open(PAGE, {}, "guest");
  await expect.element(screen.getByRole("link", { name: "DASHBOARD" })).toBeVisible();
  expect(screen.getByRole("link", { name: "CUSTOM PROCESSING" }).elements()).toEqual([]);
  expect(flight.elements()).toEqual([]);
  expect(api.calls.map(({ name }) => name)).not.toContain("listTemplates");
  leave();
  const { router } = await open("/ip/custom_processing/anything", {}, "processingOnly");
  await expect.element(screen.getByText("Please enter a Flight ID above")).toBeVisible();
  expect(router.state.location.pathname).toBe(PAGE);
  await expect
    .element(screen.getByRole("link", { name: "CUSTOM PROCESSING" }))
    .toHaveAttribute("aria-current", "page");
});
