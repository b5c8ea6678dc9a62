import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { Tooltip } from "./tooltip.tsx";
import { draw } from "../testing/draw.tsx";
import { Facts } from "./hint.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

test("a value without a space that is wider than the tooltip is broken within it", async () => {
  const project = "WA_Pilbara_Coastal_LiDAR_".repeat(4);
  leave = draw(
    <Tooltip title={<Facts of={[["Project", project]]} />}>
      <button>PRJ10001</button>
    </Tooltip>,
  );
  await screen.getByRole("button").hover();
  const tip = screen.getByRole("tooltip");
  await expect.element(tip).toBeVisible();
  const value = screen.getByText(project).element().getBoundingClientRect();
  expect(value.right).toBeLessThan(tip.element().getBoundingClientRect().right);
});
