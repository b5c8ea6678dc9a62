import { expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { planKmz, shapefileOf } from "../testing/plan-files.ts";
import {
  button,
  counts,
  drop,
  layers,
  openPage,
  pick,
  usePlanningPage,
} from "../testing/planning-screen.tsx";

const HUNTER = planKmz("Hunter.kmz", [151.2, -32.7], 4);

usePlanningPage();

test("a shapefile without .prj asks for its system, is loaded by it, and left out without one", async () => {
  await openPage();
  const { parts } = await shapefileOf(HUNTER);
  const bare = parts.filter(({ name }) => !name.endsWith(".prj"));
  drop(bare);
  const dialog = screen.getByRole("dialog", { name: "Which coordinate system?" });
  await expect.element(dialog).toMatchTextContent(/lines\.shp/);
  await expectAccessible();
  await expect.element(button("Load")).toBeDisabled();
  await button("Cancel").click();
  await expect
    .element(screen.getByText("lines.shp: No coordinate system was chosen"))
    .toBeVisible();
  drop(bare);
  await screen.getByRole("radio", { name: "GDA2020 (EPSG:7844)" }).click();
  await button("Load").click();
  await counts("5 features, 0 selected");
  await expect.element(layers().first()).toMatchTextContent(/lines\.shp/);
  await expect.element(layers().first()).toMatchTextContent(/GDA2020/);
});

test("a shapefile with an empty .prj asks too, and takes any code that is known", async () => {
  await openPage();
  const { parts } = await shapefileOf(HUNTER);
  const empty = parts.map(({ name, bytes }) => ({
    name,
    bytes: name.endsWith(".prj") ? new Uint8Array() : bytes,
  }));
  drop(empty);
  const dialog = screen.getByRole("dialog", { name: "Which coordinate system?" });
  await expect.element(dialog).toMatchTextContent(/Its \.prj file is empty\. Judging by/);
  await screen.getByRole("radio", { name: "Another one, by its EPSG code" }).click();
  const code = screen.getByRole("textbox", { name: "EPSG code" });
  await code.fill("27700");
  await expect.element(dialog).toMatchTextContent(/Swath does not know EPSG:27700\. Save/);
  await expect.element(button("Load")).toBeDisabled();
  await expectAccessible();
  await code.fill("9000");
  await expect.element(dialog).toMatchTextContent(/ITRF2014/);
  await userEvent.keyboard("{Enter}");
  await counts("5 features, 0 selected");
  await expect.element(layers().first()).toMatchTextContent(/ITRF2014/);
});

test("a shapefile that is not as it should be is loaded with a word", async () => {
  await openPage();
  const { parts } = await shapefileOf(HUNTER);
  drop(
    parts.map(({ name, bytes }) => ({
      name,
      bytes: name.endsWith(".shp") ? new Uint8Array([...bytes, 0, 0, 0]) : bytes,
    })),
  );
  await counts("5 features, 0 selected");
  await expect
    .element(
      screen.getByText("lines.shp: 3 bytes of the .shp belong to no shape: they are left out"),
    )
    .toBeVisible();
});

test("a zipped shapefile is dropped, and the picker takes none", async () => {
  await openPage();
  const { zip } = await shapefileOf(HUNTER);
  await pick([zip]);
  await expect.element(screen.getByText("lines.zip: only shp and kmz files")).toBeVisible();
  drop([zip]);
  await counts("5 features, 0 selected");
});
