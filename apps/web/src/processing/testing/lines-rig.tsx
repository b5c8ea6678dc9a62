import type { Role } from "@swath/contract/identity";
import type { Processing, Reflight } from "@swath/contract/processing";
import { kmzFile } from "@swath/survey/writers";
import { useState } from "react";
import { page as screen } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { ConfigProvider } from "../../platform/config/config.ts";
import { SAMPLE_CONFIG } from "../../platform/config/testing/sample-config.ts";
import type { LinesAddress } from "../records/dialog-addresses.ts";
import { ShowingLines } from "../lines/showing-lines.tsx";
import { ProcessingPage } from "../processing-page.tsx";
import { processingDocument } from "./documents.ts";

export const SPLIT: Processing = processingDocument({ isSplitFlight: true, ProjectAOINo: 2 });

/** The address of a KMZ with two flown lines, or none. */
export function linesAddress(names: readonly string[] = ["3", "4.1"]): string {
  const marks = names.map((name, index) => ({
    name,
    shapes: [
      {
        type: "line" as const,
        positions: [
          [145, -37 - index / 1_000],
          [145.1, -37 - index / 1_000],
        ] as const,
      },
    ],
  }));
  const bytes = kmzFile("lines", [{ name: "", marks }]);
  return URL.createObjectURL(new Blob([bytes]));
}

const line = (name: string, south: number, missed: Reflight["lines"][number]["missed"]) => ({
  name,
  crossStrip: name.startsWith("X"),
  length: 8_904,
  missed,
  path: [
    [145, south],
    [145.1, south],
  ] as [number, number][],
});

/** Three planned lines, of which one was missed at its end and one whole. */
export const REFLIGHT: Reflight = {
  plans: ["PRJ00001_flight_plan.kmz"],
  unreadPlans: [],
  flownBy: "trajectory",
  linesLeftOut: 0,
  lines: [
    line("Line 001", -37, []),
    line("Line 002", -37.001, [
      {
        from: 6_000.4,
        to: 8_904,
        path: [
          [145.067, -37.001],
          [145.1, -37.001],
        ],
      },
    ]),
    line("XS 1", -37.002, [
      {
        from: 0,
        to: 8_904,
        path: [
          [145, -37.002],
          [145.1, -37.002],
        ],
      },
    ]),
  ],
};

/** No server answers there. */
const BASE_MAPS = ["Streets", "Images"].map((name) => ({
  name,
  url: `/no-tiles/${name}/{z}/{x}/{y}.png`,
  attribution: `© ${name}`,
  maxZoom: 19,
}));

interface LinesSetting {
  readonly documents?: readonly Processing[];
  readonly address?: LinesAddress;
  readonly roles?: readonly Role[];
}

/** The dashboard with what a test gives, lines open at an address. */
export async function setUpLines(
  { documents = [SPLIT], address, roles = [] }: LinesSetting = {},
  answers: FakeAnswers = {},
) {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    listProcessings: () => ({ items: documents, total: documents.length }),
    readProcessing: () => documents[0],
    readFlightLines: () => ({ url: linesAddress(), expires: "2026-03-14T07:00:00.000Z" }),
    readReflight: () => REFLIGHT,
    ...answers,
  });
  const rendered = await renderPage(api, roles);
  const seen: (LinesAddress | undefined)[] = [];
  function Listed() {
    const [shown, setShown] = useState(address);
    return (
      <ShowingLines
        address={shown}
        onAddress={(next) => {
          seen.push(next);
          setShown(next);
        }}
      >
        <ProcessingPage
          page={1}
          onPage={() => undefined}
          filters={{}}
          onFilters={() => undefined}
        />
      </ShowingLines>
    );
  }
  rendered.draw(
    <ConfigProvider value={{ ...SAMPLE_CONFIG, baseMaps: BASE_MAPS }}>
      <Listed />
    </ConfigProvider>,
  );
  return { api, seen, leave: rendered.leave };
}

export const linesDialog = () => screen.getByRole("dialog", { name: /^Flight Lines/ });
