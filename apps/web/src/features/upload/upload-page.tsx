import { useBrowserEngine } from "./engine/browser-engine.ts";
import { EngineProvider } from "./engine/engine-context.tsx";
import { UploadScreen } from "./upload-screen.tsx";

interface Props {
  readonly flightId: string;
  readonly uploadId: string;
}

/** The selected upload of a flight, sent by this browser. */
export function UploadPage(props: Props) {
  return (
    <EngineProvider value={useBrowserEngine()}>
      <UploadScreen {...props} />
    </EngineProvider>
  );
}
