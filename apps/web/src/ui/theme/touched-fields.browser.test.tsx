import Autocomplete from "@mui/material/Autocomplete";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { afterEach, expect, test } from "vitest";
import { cdp, page as screen } from "vitest/browser";
import { DateProvider } from "../form/date-provider.tsx";
import { draw } from "../testing/draw.tsx";
import { TOUCH_PX } from "./theme.ts";

const touch = (enabled: boolean) => cdp().send("Emulation.setTouchEmulationEnabled", { enabled });

let leave = (): void => undefined;
afterEach(async () => {
  leave();
  await touch(false);
});

const TOUCHED = "button, .MuiAutocomplete-tag .MuiChip-deleteIcon, .MuiPickersInputBase-root";

test("what is touched in a field measures 44 px: arrows, crosses, the cross of a chip, a date", async () => {
  await touch(true);
  leave = draw(
    <DateProvider>
      <Autocomplete
        multiple
        size="small"
        options={["One", "Two"]}
        value={["One"]}
        renderInput={(text) => <TextField {...text} label="Sensor" />}
      />
      <DatePicker label="Day" slotProps={{ textField: { size: "small" } }} />
    </DateProvider>,
  );
  await expect.element(screen.getByText("One")).toBeVisible();
  const small = [...document.querySelectorAll(TOUCHED)].filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return Math.min(width, height) < TOUCH_PX;
  });
  expect(small.map((each) => each.getAttribute("aria-label") ?? each.classList.value)).toEqual([]);
});

test("the knob of a switch stays on its track", async () => {
  await touch(true);
  leave = draw(<Switch size="small" slotProps={{ input: { "aria-label": "Follow" } }} />);
  await expect.element(screen.getByRole("switch", { name: "Follow" })).toBeInTheDocument();
  const [knob, track] = [".MuiSwitch-thumb", ".MuiSwitch-track"].map((part) => {
    const { top, height } = document.querySelector(part)!.getBoundingClientRect();
    return top + height / 2;
  });
  expect(knob).toBe(track);
});
