import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = (name) => fileURLToPath(new URL(name, import.meta.url));

function bash(...words) {
  const { status } = spawnSync("bash", words, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}`);
}

/** Installs what is missing, starts Ceph, points the tests at it; returns the function that stops it. */
export function start() {
  bash(script("ceph.sh"), "install");
  bash(script("ceph.sh"), "start");
  Object.assign(process.env, {
    S3_ENDPOINT: "http://127.0.0.1:17480",
    S3_REGION: "default",
    S3_ACCESS_KEY: "swath",
    S3_SECRET_KEY: "swath-secret",
    S3_WIRE_CHECKSUM: "md5",
  });
  return () => bash(script("ceph.sh"), "destroy");
}
