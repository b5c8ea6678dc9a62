// Measures the product; docs/measurements has the figures.
//   npm run bench -- actions | explorer | api | capacity | crowd | downloads | lighthouse | limits | links | map | menus | processing | questions | tasks | upload | validate | viewer | web | weeks
import { benchExplorer } from "./explorer/bench-explorer.ts";
import { benchApi } from "./api/bench-api.ts";
import { benchCapacity } from "./capacity/bench-capacity.ts";
import { benchWeeks } from "./capacity/simulated-weeks.ts";
import { benchCrowd } from "./crowd/bench-crowd.ts";
import { benchDownloads } from "./downloads/bench-downloads.ts";
import { benchLimits } from "./limits/bench-limits.ts";
import { benchLinks } from "./links/bench-links.ts";
import { benchMap } from "./map/bench-map.ts";
import { benchProcessing } from "./processing/bench-processing.ts";
import { benchQuestions } from "./tasks/bench-questions.ts";
import { benchTasks } from "./tasks/bench-tasks.ts";
import { benchUpload } from "./upload/bench-upload.ts";
import { benchValidate } from "./validate/bench-validate.ts";
import { benchViewer } from "./viewer/bench-viewer.ts";
import { benchActions } from "./web/bench-actions.ts";
import { benchLighthouse } from "./web/bench-lighthouse.ts";
import { benchMenus } from "./web/bench-menus.ts";
import { benchWeb } from "./web/bench-web.ts";

const BENCHES: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = {
  actions: benchActions,
  explorer: benchExplorer,
  api: benchApi,
  capacity: benchCapacity,
  crowd: benchCrowd,
  downloads: benchDownloads,
  lighthouse: benchLighthouse,
  limits: benchLimits,
  links: benchLinks,
  map: benchMap,
  menus: benchMenus,
  processing: benchProcessing,
  questions: benchQuestions,
  tasks: benchTasks,
  upload: benchUpload,
  validate: benchValidate,
  viewer: benchViewer,
  web: benchWeb,
  weeks: benchWeeks,
};

const [name = "", ...words] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(BENCHES).join(" | ")}`);
  process.exit(2);
}
await bench(words);
