import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { cloudFinding } from "../../data/testing/cloud-finding.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { MODE_KEY } from "../../ui/theme/theme.ts";
import { PIXEL, reviewRig } from "../testing/review-rig.tsx";
import { framedPage } from "./attempt-report.tsx";

const { setUp } = reviewRig();
afterEach(() => localStorage.removeItem(MODE_KEY));

const picture = (name: string) => screen.getByRole("img", { name });

test("pictures are gone through and zoomed by keyboard", async () => {
  await setUp({ address: {} });
  await expect.element(picture("Density, attempt 1")).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(picture("Pairs, attempt 1")).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("+");
  await expect.element(screen.getByText("100 %")).toBeVisible();
  await userEvent.keyboard("+");
  await expect.element(screen.getByText("200 %")).toBeVisible();
  await userEvent.keyboard("0");
  await expect.element(screen.getByText("Fit", { exact: true })).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(picture("Density, attempt 1")).toBeVisible();
});

test("a picture that cannot be drawn or fetched says so, and is tried again", async () => {
  let url = "data:image/png;base64,bm8=";
  await setUp({ address: {} }, { readAttemptFile: () => ({ url, expires: "" }) });
  await expect
    .element(screen.getByText("The stored file is not a picture that can be drawn."))
    .toBeVisible();
  url = `data:image/png;base64,${PIXEL}`;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("img", { name: "Density, attempt 1" })).toBeVisible();
});

/** The head of a PNG: a signature and its pixels, to which nothing else belongs. */
const pngHead = (width: number, height: number): string => {
  const bytes = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0)).slice(0, 33);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
};

test("a picture of few bytes and very many pixels is not drawn: it would take the tab's memory", async () => {
  const url = pngHead(30_000, 30_000);
  await setUp({ address: {} }, { readAttemptFile: () => ({ url, expires: "" }) });
  const why = "It has 30,000 × 30,000 pixels: too large to be shown here.";
  await expect.element(screen.getByText(why)).toBeVisible();
  await expectAccessible();
});

test("a picture of lines with a raster of very many pixels in it is not drawn either", async () => {
  const file = { path: "density.svg", kind: "preview", size: 70, xxh128: "0".repeat(32) };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${pngHead(30_000, 30_000)}"/></svg>`;
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await setUp(
    { address: {} },
    { listAttemptFiles: () => [file], readAttemptFile: () => ({ url, expires: "" }) },
  );
  const why = "It has 30,000 × 30,000 pixels: too large to be shown here.";
  await expect.element(screen.getByText(why)).toBeVisible();
});

test("a report that holds a picture of very many pixels is not shown: it would take the memory", async () => {
  const html = `<p>Report of the flight<img src="${pngHead(30_000, 30_000)}">`;
  await setUp(
    { address: { picture: "qa.html" } },
    { readAttemptFile: () => ({ url: `data:text/html,${encodeURIComponent(html)}`, expires: "" }) },
  );
  const why = "It holds 30,000 × 30,000 pixels: too large to be shown here.";
  await expect.element(screen.getByText(why)).toBeVisible();
  expect(document.querySelector("iframe")).toBeNull();
  await expectAccessible();
});

test("what was found in the clouds since stands below the report, with its picture", async () => {
  const html = "<p>Report of the flight";
  await setUp(
    { address: { picture: "qa.html" } },
    {
      readAttemptFile: () => ({ url: `data:text/html,${encodeURIComponent(html)}`, expires: "" }),
      listFindings: () => [cloudFinding({ hasPicture: true })],
      readFindingPicture: () => ({ picture: "/9j/" }),
    },
  );
  const findings = screen.getByRole("region", { name: "Findings" });
  await expect.element(findings).toMatchTextContent("1 finding in the clouds, 1 open");
  await expect
    .element(findings)
    .toMatchTextContent("Height step between lines, line 2, at 400050.00, 6400050.00");
  await findings.getByRole("button", { name: /^Picture/ }).click();
  await expect
    .element(findings.getByRole("img", { name: "The profile as it was marked" }))
    .toHaveAttribute("src", "data:image/jpeg;base64,/9j/");
  await expectAccessible();
});

/** A square that is all paper, as our pictures are without what they show; what runs nowhere is in it. */
const SHEET = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">
  <style>:root{--paper:#fff} @media (prefers-color-scheme:dark){:root{--paper:#fff}} .paper{fill:var(--paper)}</style>
  <script>parent.document.title = "taken"</script><path class="paper" d="M0 0h40v40h-40z"/></svg>`;

/** The colour in the middle of a picture as it is drawn. */
async function colorOf(image: HTMLImageElement): Promise<string> {
  await image.decode();
  const canvas = new OffscreenCanvas(9, 9);
  const context = canvas.getContext("2d")!;
  context.drawImage(image, 0, 0, 9, 9);
  const bytes = [...context.getImageData(4, 4, 1, 1).data.subarray(0, 3)];
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

test("a picture of lines and letters has the look's paper as it is switched, runs nothing, has no origin", async () => {
  localStorage.setItem(MODE_KEY, "dark");
  const file = { path: "density.svg", kind: "preview", size: 70, xxh128: "0".repeat(32) };
  await setUp(
    { address: {} },
    {
      listAttemptFiles: () => [file],
      readAttemptFile: () => ({
        url: `data:image/svg+xml,${encodeURIComponent(SHEET)}`,
        expires: "",
      }),
    },
  );
  const shown = screen.getByRole("img", { name: "Density, attempt 1" });
  await expect.element(shown).toBeVisible();
  const image = () => shown.element() as HTMLImageElement;
  await expect.poll(() => colorOf(image())).toBe("#161e2d");
  // As another tab of the portal says it.
  dispatchEvent(new StorageEvent("storage", { key: MODE_KEY, newValue: "light" }));
  await expect.poll(() => colorOf(image())).toBe("#ffffff");
  // By an address without an origin: opened by itself it is nobody's page.
  expect(image().src).toMatch(/^data:image\/svg\+xml,/);
  expect(document.title).not.toBe("taken");
  await expectAccessible();
});

test("a report that has both looks has that of the portal, another is as it was made", () => {
  const both = "<style>p{color:light-dark(#000,#fff)}</style><p>x";
  expect(framedPage(both, "dark", "n")).toMatch(
    /^<meta [^>]*><style nonce="n">p\{.*<p>x<style nonce="n">:root\{color-scheme:dark\}<\/style>$/,
  );
  expect(framedPage("<p>x", "dark", "n")).toMatch(/<p>x$/);
});

test("a report runs no script: its frame is sandboxed and has no origin", async () => {
  const html = `<!doctype html><title>x</title><script>parent.document.title = "taken"</script>
    <img src="x" onerror="parent.document.title = 'taken'"><p>Report of the flight`;
  await setUp(
    { address: { picture: "qa.html" } },
    { readAttemptFile: () => ({ url: `data:text/html,${encodeURIComponent(html)}`, expires: "" }) },
  );
  const frame = screen.getByTitle("QA, report of attempt 1");
  await expect.element(frame).toHaveAttribute("sandbox", "");
  const element = frame.element() as HTMLIFrameElement;
  await vi.waitFor(() => expect(element.src).toMatch(/^blob:/));
  expect(element.contentDocument).toBeNull();
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
  expect(document.title).not.toBe("taken");
});

const PROPOSAL = {
  version: 1,
  record: "6".repeat(24),
  values: { RefToIMUMountingAnglX: 0.1773, PriGNSSLeverX: 0.642 },
  deviations: { RefToIMUMountingAnglX: 0.0002, PriGNSSLeverX: 0.004 },
};

test("proposed parameters are shown with their deviations, and lead to a form that is filled with them", async () => {
  const file = { path: "proposal.json", kind: "report", size: 70, xxh128: "0".repeat(32) };
  const url = `data:application/json,${encodeURIComponent(JSON.stringify(PROPOSAL))}`;
  await setUp(
    { address: {} },
    { listAttemptFiles: () => [file], readAttemptFile: () => ({ url, expires: "" }) },
  );
  await expect
    .element(screen.getByRole("rowheader", { name: "IMU Mounting Angle X" }))
    .toBeVisible();
  await expect.element(screen.getByText("0.1773 °")).toBeVisible();
  await expect.element(screen.getByText("0.0040 m")).toBeVisible();
  const link = screen.getByRole("link", { name: "Use as new parameters" });
  expect(link.element().getAttribute("href")).toMatch(
    /^\/ip\/params\/new\?proposal=[0-9a-f]{24}\.\w+\.1$/,
  );
  await expectAccessible();
});

test("a proposal that is none is not shown", async () => {
  const file = { path: "proposal.json", kind: "report", size: 70, xxh128: "0".repeat(32) };
  const url = `data:application/json,${encodeURIComponent('{"values":"<b>"}')}`;
  await setUp(
    { address: {} },
    { listAttemptFiles: () => [file], readAttemptFile: () => ({ url, expires: "" }) },
  );
  await expect.element(screen.getByText("This report cannot be shown")).toBeVisible();
});
