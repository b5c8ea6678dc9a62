import Box from "@mui/material/Box";
import { afterEach, expect, test } from "vitest";
import { expectAccessible, violations } from "./accessible.ts";
import { draw } from "./draw.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

const wears = (look: string): boolean => document.documentElement.hasAttribute(`data-${look}`);

test("axe finds what is planted, in the look that has it", async () => {
  leave = draw(
    <>
      <h1>Seeded</h1>
      <Box component="img" src="data:," />
      <Box sx={{ color: "text.primary", bgcolor: "#fff" }}>Light on white</Box>
    </>,
  );
  expect(await violations()).toEqual([
    expect.stringContaining("image-alt"),
    expect.stringMatching(/^dark: color-contrast.*Light on white/),
  ]);
});

test("a look that was on stays on, and what is right passes", async () => {
  document.documentElement.removeAttribute("data-light");
  leave = draw(<h1>Right</h1>);
  await expect.poll(() => wears("light")).toBe(true);
  document.documentElement.toggleAttribute("data-dark", true);
  document.documentElement.toggleAttribute("data-light", false);
  await expectAccessible();
  expect(wears("dark")).toBe(true);
  expect(wears("light")).toBe(false);
});

test("a tooltip over the page belongs to no landmark, other text outside of them is found", async () => {
  leave = draw(<h1>Right</h1>);
  const outside = document.body.appendChild(document.createElement("div"));
  outside.textContent = "Loads a file";
  try {
    expect(await violations()).toEqual([expect.stringMatching(/^region: .*Loads a file/)]);
    outside.role = "tooltip";
    await expectAccessible();
  } finally {
    outside.remove();
  }
});
