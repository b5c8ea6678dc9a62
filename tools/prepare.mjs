// Installs and builds what is missing: what `npm start` does first. Runs on Node 20 and newer.
import { buildWeb } from "./build-web.mjs";
import { install } from "./install.mjs";
import { projectNode } from "./project-node.mjs";

install();
buildWeb(projectNode());
