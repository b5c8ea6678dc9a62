import type { BaseMap } from "@swath/contract/settings";
import { createRef } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { ConfigProvider } from "../../platform/config/config.ts";
import { SAMPLE_CONFIG } from "../../platform/config/testing/sample-config.ts";
import { Theme } from "../../ui/theme/theme-provider.tsx";
import { SurveyMap, type SurveyMapHandle, type SurveyMapProps } from "../survey-map.tsx";

const NO_LAYERS: SurveyMapProps["layers"] = [];

/** Draws a map that fills an element, in the application's look. */
export function mountMap(
  host: HTMLElement,
  props: Partial<SurveyMapProps>,
  baseMaps: readonly BaseMap[] = [],
) {
  const handle = createRef<SurveyMapHandle>();
  const root = createRoot(host);
  const config = { ...SAMPLE_CONFIG, baseMaps: [...baseMaps] };
  /** Draws it anew with other properties at once. */
  const redraw = (changed: Partial<SurveyMapProps>): void =>
    flushSync(() =>
      root.render(
        <Theme>
          <ConfigProvider value={config}>
            <SurveyMap label="Plan" layers={NO_LAYERS} {...props} {...changed} ref={handle} />
          </ConfigProvider>
        </Theme>,
      ),
    );
  redraw({});
  return { handle, redraw, unmount: () => root.unmount() };
}
