import { afterEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessible.ts";
import { draw } from "../testing/draw.tsx";
import { Tooltip } from "./tooltip.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

const button = screen.getByRole("button");
const tooltip = screen.getByRole("tooltip");

test("a pointer opens it, may go onto it, and closes it by leaving", async () => {
  leave = draw(
    <>
      <h1>Flights</h1>
      <Tooltip title="Ready for upload" describeChild>
        <button>GNSS</button>
      </Tooltip>
    </>,
  );
  await expect.element(button).toHaveAccessibleDescription("Ready for upload");
  await button.hover();
  await expect.element(tooltip).toBeVisible();
  // The browser's own would lie beside it.
  await expect.element(button).not.toHaveAttribute("title");
  await expect.element(button).toHaveAccessibleDescription("Ready for upload");
  await expectAccessible();
  await tooltip.hover();
  await expect.element(tooltip).toBeVisible();
  await screen.getByRole("heading").hover();
  await expect.element(tooltip).not.toBeInTheDocument();
  await expect.element(button).toHaveAttribute("title", "Ready for upload");
});

test("the keyboard opens it, and Escape closes it where the focus stays", async () => {
  leave = draw(
    <Tooltip title={<b>Ready for upload</b>} describeChild>
      <button>GNSS</button>
    </Tooltip>,
  );
  await userEvent.tab();
  await expect.element(tooltip).toBeVisible();
  await expect.element(button).toHaveAccessibleDescription("Ready for upload");
  await userEvent.keyboard("{Escape}");
  await expect.element(tooltip).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test("it names an element whose content says too little, and is drawn within the window", async () => {
  leave = draw(
    <Tooltip title="Clear all filters">
      <button style={{ position: "fixed", right: 0, bottom: 0 }}>×</button>
    </Tooltip>,
  );
  const named = screen.getByRole("button", { name: "Clear all filters" });
  await named.hover();
  await expect.element(tooltip).toBeVisible();
  const { right, bottom } = tooltip.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(innerWidth);
  expect(bottom).toBeLessThanOrEqual(named.element().getBoundingClientRect().top + 1);
});

test("a finger opens it at once where that is asked for, and the element's own listeners hear as well", async () => {
  const heard: string[] = [];
  leave = draw(
    <Tooltip title="Ready for upload" describeChild enterTouchDelay={0}>
      <button onTouchStart={() => heard.push("touched")}>GNSS</button>
    </Tooltip>,
  );
  await expect.element(button).toBeVisible();
  button.element().dispatchEvent(new TouchEvent("touchstart", { bubbles: true }));
  await expect.element(tooltip).toBeVisible();
  expect(heard).toEqual(["touched"]);
});

test("without a title there is none", async () => {
  leave = draw(
    <Tooltip title="" describeChild>
      <button>GNSS</button>
    </Tooltip>,
  );
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await expect.element(button).not.toHaveAttribute("title");
  expect(tooltip.elements()).toEqual([]);
});
