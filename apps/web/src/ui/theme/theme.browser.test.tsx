import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import ToggleButton from "@mui/material/ToggleButton";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { Tooltip } from "../text/tooltip.tsx";
import { expectAccessible } from "../testing/accessible.ts";
import { draw } from "../testing/draw.tsx";

const COLORS = ["error", "warning", "success", "info"] as const;

let leave = (): void => undefined;
afterEach(() => leave());

test("messages, buttons and chips of every colour can be read, light and dark", async () => {
  leave = draw(
    <>
      <h1>Colours</h1>
      {COLORS.map((color) => (
        <section key={color}>
          <Alert severity={color}>Standard</Alert>
          <Alert severity={color} variant="filled">
            Filled
          </Alert>
          <Button color={color}>Text</Button>
          <Button color={color} variant="contained">
            Contained
          </Button>
          <Chip color={color} label="Chip" />
        </section>
      ))}
    </>,
  );
  await expect.element(screen.getByText("Chip").last()).toBeVisible();
  await expectAccessible();
});

test("a choice under the pointer can be read, light and dark", async () => {
  leave = draw(
    <>
      <h1>Choice</h1>
      <ToggleButton value="one" size="small">
        One
      </ToggleButton>
    </>,
  );
  await screen.getByRole("button", { name: "One" }).hover();
  await expectAccessible();
});

function Cell() {
  const [isRefused, setIsRefused] = useState(false);
  return (
    <>
      <Tooltip title="On the page">
        <Button onClick={() => setIsRefused(true)}>Failed</Button>
      </Tooltip>
      <Dialog open={isRefused} aria-label="Refused">
        <Button>Cancel</Button>
      </Dialog>
    </>
  );
}

test("a tooltip of the page does not cover the dialog that opens above it", async () => {
  leave = draw(<Cell />);
  const tooltip = screen.getByText("On the page");
  await screen.getByRole("button", { name: "On the page" }).hover();
  await expect.element(tooltip).toBeVisible();
  await screen.getByRole("button", { name: "On the page" }).click();
  await expect.element(screen.getByRole("button", { name: "Cancel" })).toBeVisible();
  await expect.element(tooltip).not.toBeInTheDocument();
});
