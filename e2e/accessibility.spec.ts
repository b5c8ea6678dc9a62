import { call, readyUpload, type Started, tokenOf } from "./api.ts";
import { violations, violationsOfBothLooks } from "./axe.ts";
import { BLANK, expect, test } from "./fixtures.ts";

/** The pages of records of parameters: one to be read, one to be completed, two compared. */
async function parameterPages(swath: Started): Promise<[address: string, landmark: RegExp][]> {
  const token = tokenOf(swath, "leader");
  const pages: [string, RegExp][] = [];
  for (const [name, list] of [
    ["calibration", "/ip/params"],
    ["imagery-calibration", "/ip/imagery-params"],
  ] as const) {
    const { body } = await call<{ _id: string; IsActive: boolean }[]>(
      swath,
      token,
      `/processing/${name}?pageSize=-1`,
    );
    const [active, other] = body.filter(({ IsActive }) => IsActive).map(({ _id }) => _id);
    const incomplete = body.find(({ IsActive }) => !IsActive)?._id;
    pages.push(
      [`${list}/${active}`, /Valid and/],
      [`${list}/${incomplete}/edit`, /Update Parameters/],
      [`${list}/compare?first="${active}"&second="${other}"`, /values differ/],
    );
  }
  return pages;
}

test("no page has an axe violation, light or dark", async ({ swath, asUser }) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR");
  const page = await asUser("leader", BLANK);
  const pages: [address: string, landmark: RegExp][] = [
    ["/post", /FL\d{6}/],
    [`/post/${upload.flightId}`, /data can only be uploaded once for that sensor/],
    [`/post/${upload.flightId}/check`, /Nothing is uploaded by validating/],
    [`/post/${upload.flightId}/history`, /History of flight/],
    [`/post/${upload.flightId}/uploads/${upload.uploadId}`, /Upload Flight Folder/],
    ["/ip/failures", /jobs wait for an answer/],
    ["/ip/params", /LiDAR parameters/],
    ["/ip/params/new", /New LiDAR parameters/],
    ["/ip/imagery-params", /Imagery parameters/],
    ["/ip/imagery-params/new", /New imagery parameters/],
    ...(await parameterPages(swath)),
    ["/ip/instructions", /DEMO-003/],
    ["/ip/instructions?list=products", /Every 0.5 m/],
    ["/ip/instructions/new", /Project and site/],
    ["/nothing-here", /There is no page at this address/],
  ];
  for (const [address, landmark] of pages) {
    await page.goto(address);
    await expect(page.getByText(landmark).first()).toBeVisible();
    expect.soft(await violationsOfBothLooks(page), address).toEqual([]);
  }
});

test("the sign-in pages have no axe violation", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in with Microsoft" })).toBeVisible();
  expect(await violationsOfBothLooks(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in with Microsoft" }).click();
  await expect(page.getByRole("textbox")).toBeVisible();
  expect(await violationsOfBothLooks(page)).toEqual([]);
});

test("axe finds what is planted, in the look that has it", async ({ page }) => {
  await page.setContent(`<html lang="en"><title>Planted</title><main><h1>Planted</h1>
    <p>Black on nearly black</p><img src="data:,"></main>
    <style>@media (prefers-color-scheme: dark) { body { background: #222 } }</style></html>`);
  expect(await violations(page)).toEqual([expect.stringContaining("image-alt")]);
  expect(await violationsOfBothLooks(page)).toEqual([
    expect.stringContaining("image-alt"),
    expect.stringMatching(/^dark: color-contrast/),
  ]);
});
